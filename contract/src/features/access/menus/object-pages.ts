/** Components of the lists whose rows have pages of their own, at the list's address and their id. */
const objectLists = ['sys/users', 'sys/companies', 'sys/roles', 'sys/orgs', 'open/apps', 'open/apis'] as const
export type ObjectList = (typeof objectLists)[number]

const address = /^(.+)\/([0-9a-f-]{36})$/

/**
 * The address of a list and the id of a row, of an address like that of the row's page.
 * @returns undefined for other addresses
 */
export const splitObjectPath = (path: string): { list: string; id: string } | undefined => {
  const [, list, id] = address.exec(path) ?? []
  return list !== undefined && id !== undefined ? { list, id } : undefined
}

/** Whether the rows of a component's list have pages of their own. */
export const hasObjectPages = (component: string): component is ObjectList =>
  (objectLists as readonly string[]).includes(component)
