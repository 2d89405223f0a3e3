/** Selector of the elements whose keyboard input would be lost if the focus moved. */
const fields =
  'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=file])'

/** Returns whether the focus is in a field. A late response must then not move the focus. */
export const isTyping = () => document.activeElement?.matches(fields) === true
