/** Saves the file of an address under its name. */
export const saveFrom = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
