import type { HitKind, PaletteHit } from '@atrium/contract/features/governance/palette/palette.contract.ts'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { t } from '../../../ui/texts.ts'
import type { PaletteContext } from './palette-context.ts'
import type { PaletteGroup, PaletteItem, PalettePage } from './palette-item.ts'

type RecordKind = {
  title: string
  /** The page whose list shows it. */
  component: string
  /** Sorts an exact match to the front of the list. */
  sort?: string
  /** The endpoint of its own page, below that of its list. */
  page?: Endpoint
  icon: string
}
const kinds: Readonly<Record<HitKind, RecordKind>> = {
  user: { title: t('人员'), component: 'sys/users', sort: 'account', page: usersContract.get, icon: 'user' },
  company: {
    title: t('公司', { context: 'plural' }),
    component: 'sys/companies',
    sort: 'name',
    page: companiesContract.get,
    icon: 'building-2',
  },
  role: {
    title: t('角色', { context: 'plural' }),
    component: 'sys/roles',
    sort: 'name',
    page: roleGrantsContract.grants,
    icon: 'shield-check',
  },
  org: {
    title: t('组织', { context: 'plural' }),
    component: 'sys/orgs',
    page: organizationsContract.get,
    icon: 'network',
  },
}
const kindOrder = ['user', 'company', 'role', 'org'] as const
/** Maximum number of lines in a group. */
export const maxItems = 3

/** The path of a page by its component; undefined if the menus do not grant it. */
export const findPath = (pages: readonly PalettePage[], component: string): string | undefined =>
  pages.find((page) => page.component === component)?.to.split('?')[0]

/**
 * The address at which a list shows a record and opens an action on it. `more`: what the action begins with. Undefined if
 * the page is not granted.
 */
export const addressOfRecord = (
  { kind, id, name, code }: PaletteHit,
  pages: readonly PalettePage[],
  action?: string,
  more: Readonly<Record<string, string>> = {},
): string | undefined => {
  const { component, sort } = kinds[kind]
  const path = findPath(pages, component)
  if (path === undefined) return undefined
  const listed = sort && { search: code || name, sort, size: String(pageSizes.at(-1)) }
  const query = {
    ...listed,
    ...(action !== undefined && { [askedParams.action]: action }),
    [askedParams.row]: id,
    ...more,
  }
  return `${path}?${new URLSearchParams(query)}`
}

/** Account or code, and where the record belongs. */
export const toNote = ({ kind, code, place }: PaletteHit): string =>
  (kind === 'role' ? [] : [code, place]).filter(Boolean).join(' · ')

const toEnd = ({ kind, status, online }: PaletteHit): Pick<PaletteItem, 'end' | 'tone'> => {
  if (status === 2) return { end: t('已锁定'), tone: 'danger' }
  if (status === 0) return { end: kind === 'role' ? t('已锁定') : t('已停用'), tone: 'danger' }
  return online ? { end: t('在线'), tone: 'online' } : { end: '' }
}

const toItem = (hit: PaletteHit, to: string, match: string): PaletteItem => ({
  id: `${hit.kind} ${hit.id}`,
  icon: kinds[hit.kind].icon,
  letter: hit.kind === 'user',
  title: hit.name,
  note: toNote(hit),
  match,
  ...toEnd(hit),
  leads: { to },
})

/** The address of a record's own page, else of its list with it. */
const addressOf = (hit: PaletteHit, { pages, can }: PaletteContext): string | undefined => {
  const { component, page } = kinds[hit.kind]
  const list = findPath(pages, component)
  return page && can(page) && list !== undefined ? `${list}/${hit.id}` : addressOfRecord(hit, pages)
}

/** The found records by kind, of kinds whose page is granted. */
export const recordGroups = (hits: readonly PaletteHit[], context: PaletteContext, match: string): PaletteGroup[] =>
  kindOrder.map((kind) => ({
    title: kinds[kind].title,
    items: hits
      .filter((hit) => hit.kind === kind)
      .slice(0, maxItems)
      .flatMap((hit) => {
        const to = addressOf(hit, context)
        return to === undefined ? [] : toItem(hit, to, match)
      }),
  }))
