// Passing a result on: through the phone's own sharing, and the card as a PNG drawn here.
"use strict";

(() => {
  const section = document.querySelector(".share");
  const card = document.getElementById("card");
  if (!section || !card) return;
  const share = section.querySelector("[data-share]");
  const save = section.querySelector("[data-png]");

  const drawn = async () => {
    const picture = new Image();
    picture.src = card.src;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 1200;
    canvas.height = 630;
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  };

  save.hidden = false;
  save.addEventListener("click", async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await drawn());
    link.download = save.dataset.png;
    link.click();
    URL.revokeObjectURL(link.href);
  });

  if (!navigator.share) return;
  share.hidden = false;
  share.addEventListener("click", async () => {
    const text = document.getElementById("share-text").value;
    const told = { title: section.dataset.title, text };
    try {
      const file = new File([await drawn()], save.dataset.png, { type: "image/png" });
      if (navigator.canShare?.({ files: [file] })) told.files = [file];
      await navigator.share(told);
    } catch (error) {
      if (error.name !== "AbortError") throw error; // the person thought better of it
    }
  });
})();
