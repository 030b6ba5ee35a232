type Area = 'local' | 'session'

const areas = { local: () => localStorage, session: () => sessionStorage }

/** Reads a stored value; undefined if missing or if storage is blocked. */
export const readStored = (area: Area, name: string): string | undefined => {
  try {
    return areas[area]().getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value; `undefined` removes it. Ignores a full or blocked storage. */
export const writeStored = (area: Area, name: string, value: string | undefined): void => {
  try {
    if (value === undefined) areas[area]().removeItem(name)
    else areas[area]().setItem(name, value)
  } catch {
    // the value lives as long as the page
  }
}
