type UrlParts = { path: string; params?: Readonly<Record<string, unknown>>; query?: Readonly<Record<string, unknown>> }

/** Builds the path of a call from its parameters. */
export const toPath = ({ path, params = {} }: UrlParts): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Builds the query string of a call, `?` included; undefined and empty values are left out. */
export const toQuery = ({ query = {} }: Pick<UrlParts, 'query'>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text && `?${text}`
}
