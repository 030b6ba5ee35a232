const address = /^(.+)\/([0-9a-f-]{36})$/

/**
 * The address of a list and the id of a row, of an address like that of the row's page.
 * @returns undefined for other addresses
 */
export const splitObjectPath = (path: string): { list: string; id: string } | undefined => {
  const [, list, id] = address.exec(path) ?? []
  return list !== undefined && id !== undefined ? { list, id } : undefined
}
