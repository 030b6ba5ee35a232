import { type RawBuilder, sql } from 'kysely'
import { isVisibleOrganization, type Viewer } from './row-scope.repository.ts'
import { andVisibleUser } from './visible-users.repository.ts'

export type NamedKind = 'user' | 'organization'
type Named = { id: string; name: string }

/** For a viewer, a statement that reads the names of those of some rows that they see. */
export const visibleNames: Readonly<
  Record<NamedKind, (viewer: Viewer) => (ids: readonly string[]) => RawBuilder<Named>>
> = {
  user: (viewer) => {
    const andVisible = andVisibleUser(viewer, 'users.id')
    return (ids) => sql`
      select id, name from users where company_id = ${viewer.companyId} and id = any(${ids}::uuid[]) ${andVisible}`
  },
  organization: (viewer) => {
    const isVisible = isVisibleOrganization(viewer, 'orgs.id') ?? sql`true`
    return (ids) => sql`
      select id, name from orgs where company_id = ${viewer.companyId} and id = any(${ids}::uuid[]) and ${isVisible}`
  },
}
