/**
 * Focuses the first control with a problem. `problems`: messages by control name.
 * @returns whether there are none
 */
export const focusFirstInvalid = (
  form: HTMLFormElement | null,
  problems: Readonly<Record<string, string | undefined>>,
): boolean => {
  const controls = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
  controls.find(({ name }) => problems[name] !== undefined)?.focus()
  return Object.values(problems).every((problem) => problem === undefined)
}
