import {
  type MenuMetadata,
  menuMetadata,
  validateMetadata,
} from '@atrium/contract/features/access/menus/menu-metadata.ts'
import {
  type MenuRow,
  type MenuWrite,
  menuWrite,
  neededElement,
} from '@atrium/contract/features/access/menus/menus.contract.ts'
import * as z from 'zod/mini'

const { shape } = menuWrite
const text = z.string()

/** Form values: the metadata's fields, and `json` while edited as JSON. */
const values = z.object({
  name: shape.name,
  parent: z._default(text, ''),
  kind: shape.kind,
  sort: shape.sort,
  active: z.boolean(),
  elems: z.array(neededElement),
  icon: text,
  path: text,
  component: text,
  external: text,
  openMode: z.enum(['tab', 'self']),
  redirect: text,
  query: text,
  activeMenu: text,
  badge: text,
  english: text,
  hidden: z.boolean(),
  keepAlive: z.boolean(),
  affix: z.boolean(),
  json: z.optional(z.unknown()),
  version: z.optional(z.int()),
})
export type MenuValues = z.output<typeof values>
type MetadataValues = Pick<MenuValues, (typeof metadataFields)[number]>

/** The form fields that make up the metadata. */
const metadataFields = [
  'icon',
  'path',
  'component',
  'external',
  'openMode',
  'redirect',
  'query',
  'activeMenu',
  'badge',
  'english',
  'hidden',
  'keepAlive',
  'affix',
] as const

const parseQuery = (line: string) => Object.fromEntries(new URLSearchParams(line.trim()))

/** Metadata from form fields; defaults are left out. */
export const toMetadata = (of: MetadataValues): MenuMetadata => {
  const query = parseQuery(of.query)
  const { icon, path, component, external, redirect, activeMenu, badge } = of
  const words = Object.entries({ icon, path, component, redirect, external, activeMenu, badge })
  return {
    ...Object.fromEntries(words.filter(([, word]) => word.trim() !== '').map(([name, word]) => [name, word.trim()])),
    ...(of.openMode === 'self' && { openMode: 'self' as const }),
    ...(of.hidden && { hidden: true }),
    ...(!of.keepAlive && { keepAlive: false }),
    ...(of.affix && { affix: true }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(of.english.trim() !== '' && { i18n: { en: of.english.trim() } }),
  }
}

/** Form fields from metadata, with defaults. */
export const listFields = ({
  icon = '',
  path = '',
  component = '',
  external = '',
  openMode = 'tab',
  redirect = '',
  activeMenu = '',
  badge = '',
  hidden = false,
  keepAlive = true,
  affix = false,
  i18n,
  query = {},
}: MenuMetadata): MetadataValues => ({
  icon,
  path,
  component,
  external,
  openMode,
  redirect,
  activeMenu,
  badge,
  hidden,
  keepAlive,
  affix,
  english: i18n?.en ?? '',
  query: new URLSearchParams(query).toString(),
})

/** Parses metadata from a JSON value; undefined if invalid. */
export const readJson = (json: unknown): MenuMetadata | undefined => {
  const parsed = menuMetadata.safeParse(json)
  return parsed.success ? parsed.data : undefined
}
const readText = (metadata: string): MenuMetadata => {
  try {
    return readJson(JSON.parse(metadata)) ?? {}
  } catch {
    return {}
  }
}

const formField = (field: string) => (field === 'i18n' ? 'english' : field)

/** The contract's rules, with errors at the form's fields. */
export const menuForm = values.check(({ value, issues }) => {
  const refuse = (field: string, message: string) =>
    void issues.push({ code: 'custom', message, path: [field], input: value })
  if (value.json !== undefined) {
    const [first] = validateMetadata(value.kind, value.json).problems ?? []
    if (first) return refuse('json', first.msg)
  }
  for (const { field, msg } of validateMetadata(value.kind, toMetadata(value)).problems ?? [])
    refuse(formField(field), msg)
})

export const topLevel = ''

/** Form values of a row. */
export const toValues = ({ name, parent, kind, sort, status, metadata, elems, version }: MenuRow) => ({
  name,
  parent: parent ?? topLevel,
  kind,
  sort,
  active: status === 1,
  elems,
  ...listFields(readText(metadata)),
  version,
})

/** The request body of form values. */
export const toWrite = (of: MenuValues): MenuWrite => ({
  name: of.name,
  parent: of.parent === topLevel ? null : of.parent,
  kind: of.kind,
  sort: of.sort,
  status: of.active ? 1 : 0,
  metadata: JSON.stringify(toMetadata(of)),
  elemIds: of.elems.map(({ id }) => id),
})

/** A row's metadata for its table row. */
export const metadataIn = ({ metadata }: Pick<MenuRow, 'metadata'>) => listFields(readText(metadata))
