// The replay's script: keys and the slider for what the links do as well.

const SMALL = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, #board-frame")) return;
  const link = SMALL[event.key] && document.getElementById(`step-${SMALL[event.key]}`);
  if (!link) return;
  event.preventDefault();
  if (link.href) link.click();
});

// The slider stands for the entries one steps through; letting go shows the one it stands on.
const numberAt = (slider) => slider.dataset.numbers.split(" ")[Number(slider.value)];
document.addEventListener("input", (event) => {
  if (event.target.id !== "slide") return;
  document.getElementById("slide-at").textContent = numberAt(event.target);
  event.target.setAttribute("aria-valuetext", `Entry ${numberAt(event.target)}`);
});
document.addEventListener("change", async (event) => {
  if (event.target.id !== "slide") return;
  const { page, query } = event.target.dataset;
  const address = page.replace(/0\/$/, `${numberAt(event.target)}/`);
  await window.htmx.ajax("GET", `${address}part/${query}`, { source: "#replay", target: "#moment", swap: "outerHTML" });
  window.history.replaceState(null, "", address + query);
});
const show = () => {
  const slider = document.querySelector(".slide");
  if (slider) slider.hidden = false;
};
document.addEventListener("htmx:load", show);
show();
