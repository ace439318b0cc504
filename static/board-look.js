// A board to look at: a place that is tapped says what stands there.
document.addEventListener("board:tap", (event) => {
  const { board } = document.getElementById("board-frame");
  board.caption(board.describe(event.detail.place));
});
