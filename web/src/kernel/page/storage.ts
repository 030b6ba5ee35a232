type Area = 'local' | 'session'

const areas = { local: () => localStorage, session: () => sessionStorage }

/** A value kept by the browser; undefined when there is none or when storage is forbidden. */
export const readStored = (area: Area, name: string): string | undefined => {
  try {
    return areas[area]().getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value; `undefined` removes it. A full or forbidden storage is not worth failing for. */
export const writeStored = (area: Area, name: string, value: string | undefined): void => {
  try {
    if (value === undefined) areas[area]().removeItem(name)
    else areas[area]().setItem(name, value)
  } catch {
    // the value lives as long as the page does
  }
}
