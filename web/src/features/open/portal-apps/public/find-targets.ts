import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import { call } from '../../../../kernel/api/call.ts'
import type { Find } from '../../../../ui/use-found-options.ts'
import type { Names } from './use-names.ts'

export type Targeted = 'orgs' | 'roles'

/** Finds organisations or roles that an application may be for, and keeps their names. */
export const findTargets =
  ({ id }: OpenAppRow, audience: Targeted, names: Names): Find =>
  async (keyword, _chosen, signal) =>
    names.offer(
      await call(appPortalContract.portalTargets, { params: { id }, query: { audience, keyword } }, { signal }),
    )
