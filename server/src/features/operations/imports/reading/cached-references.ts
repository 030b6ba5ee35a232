import type { ResolveReferences } from '../../../../kernel/sheets/imported-rows.ts'
import type { References } from './convert-rows.ts'

const cacheIds = (resolve: ResolveReferences): ResolveReferences => {
  const known = new Map<string, ReadonlyMap<string, string | null>>()
  return async (reader, by, texts) => {
    const missing = texts.filter((text) => !known.has(`${by}:${text}`))
    const found = missing.length === 0 ? new Map<string, string | null>() : await resolve(reader, by, missing)
    for (const text of missing) {
      const id = found.get(text)
      known.set(`${by}:${text}`, id === undefined ? new Map() : new Map([[text, id]]))
    }
    return new Map(texts.flatMap((text) => [...(known.get(`${by}:${text}`) ?? [])]))
  }
}

/** References that look each text up once. */
export const cacheReferences = (references: References): References =>
  Object.fromEntries(Object.entries(references).map(([entity, resolve]) => [entity, cacheIds(resolve)]))
