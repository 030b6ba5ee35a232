type Parts = { path: string; params?: Readonly<Record<string, unknown>>; query?: Readonly<Record<string, unknown>> }

/** The path of a call with its parameters filled in. */
export const pathOf = ({ path, params = {} }: Parts): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** The query string of a call, `?` included; what is undefined or empty does not travel. */
export const queryOf = ({ query = {} }: Pick<Parts, 'query'>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text && `?${text}`
}
