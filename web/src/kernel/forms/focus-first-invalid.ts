/**
 * Puts the cursor into the first control of a form that something is wrong with. In: what is wrong, by the controls'
 * names. Out: whether nothing is.
 */
export const focusFirstProblem = (
  form: HTMLFormElement | null,
  problems: Readonly<Record<string, string | undefined>>,
): boolean => {
  const controls = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
  controls.find(({ name }) => problems[name] !== undefined)?.focus()
  return Object.values(problems).every((sentence) => sentence === undefined)
}
