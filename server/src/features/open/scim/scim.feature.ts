import type { BasePorts } from '../../../kernel/feature.ts'
import type { RawRoute } from '../../../kernel/http/raw-routes.ts'
import type { RoleMembersService } from '../../governance/roles/index.ts'
import type { UserStatusService, UsersService } from '../../people/users/index.ts'
import type { CustomValuesOf } from '../../system/custom-fields/index.ts'
import type { AppCalls } from '../gate/index.ts'
import { createRunAsApp } from './run-as-app.ts'
import { createScimCallers } from './scim-callers.ts'
import { createScimGroups } from './scim-groups.service.ts'
import { createScimRoutes } from './scim-routes.ts'
import { createScimUsers } from './scim-users.service.ts'
import { createScimHandler } from './serve-scim.ts'

type Ports = Pick<BasePorts, 'database' | 'secrets' | 'limits' | 'siteOrigin'> & {
  appCalls: AppCalls
  managedUsers: UsersService
  userStatus: UserStatusService
  roleMembers: RoleMembersService
  /** Custom values of users. */
  customValues: CustomValuesOf
}

/** SCIM 2.0: applications provision users of their company within their owner's rights (decision 106). */
export const createScimFeature = (ports: Ports) => {
  const { database, limits, siteOrigin, appCalls } = ports
  const counter = limits.counter({ name: 'scim', points: 3000, seconds: 60 })
  const run = createRunAsApp(database)
  const route: RawRoute = {
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/scim/v2/*',
    publicBecause: 'SCIM admits applications by bearer tokens of their own',
    handle: createScimHandler({
      admit: createScimCallers({ ...ports, counter, calls: appCalls }),
      routes: createScimRoutes({
        address: `${siteOrigin}/scim/v2`,
        users: createScimUsers({ ...ports, run }),
        groups: createScimGroups({ ...ports, run }),
      }),
      records: appCalls.records,
    }),
  }
  return { routes: [], rawRoutes: [route] }
}
