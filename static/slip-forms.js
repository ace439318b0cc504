// The forms of the slip, as scripts that fill them in see them.

const slip = () => document.getElementById("slip");
const formOf = (kind) => [...slip().querySelectorAll("form")].find((form) => form.elements.kind?.value === kind && form.matches("[data-kind], [data-held]"));
const held = () => slip().querySelector("form[data-held]");
const fill = (form, name, value) => {
  const field = form.elements[`f-${name}`];
  if (!field) return;
  const list = field instanceof RadioNodeList && [...field].find((one) => one.tagName === "SELECT");
  if (list) {
    // Choices, and beside them what is none of them.
    const known = [...list.options].some((option) => option.value === value);
    list.value = known ? value : "";
    for (const one of field) if (one !== list) one.value = known ? "" : value;
  } else if (field instanceof RadioNodeList) {
    for (const radio of field) radio.checked = radio.type === "checkbox" ? value.split(" ").includes(radio.value) : radio.value === value;
  } else if (field.type === "checkbox") {
    field.checked = value === "true" || value.split(" ").includes(field.value);
  } else {
    if (field.tagName === "SELECT" && ![...field.options].some((option) => option.value === value)) field.add(new Option(value, value));
    field.value = value;
  }
  (field instanceof RadioNodeList ? field[0] : field).dispatchEvent(new Event("input", { bubbles: true }));
};
const firstField = (form) => [...form.elements].find((one) => one.name?.startsWith("f-"))?.name.slice(2);
const valueOf = (form, name) => form?.elements[`f-${name}`]?.value ?? "";
const open = (form) => {
  const box = form.closest("details");
  if (box) box.open = true;
};
const ask = (form) => {
  let button = form.querySelector('[name="step"][value="preview"]');
  if (!button) {
    button = Object.assign(document.createElement("button"), { name: "step", value: "preview", hidden: true });
    form.append(button);
  }
  form.requestSubmit(button);
};
const isOpen = (kind) => Boolean(formOf(kind)?.closest("details")?.open);
const opened = () => slip()?.querySelector("details.entry[open] form[data-kind]") ?? held();

globalThis.slipForms = { slip, formOf, held, fill, firstField, valueOf, open, ask, isOpen, opened };
