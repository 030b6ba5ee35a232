import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { createRightsCompiler } from '../../access/registry/index.ts'
import { createGuestResolver } from './guests.ts'
import { createHomeRights } from './home-rights.ts'

export type RightsPorts = {
  catalogue: Catalogue
  /** The call that begins a visit: a visit ends when it would be refused at home. */
  switchEndpoint: Endpoint
}

/** What rights are read and cached with, at home and during visits; one for each reader. */
export const createRightsReaders = ({ catalogue, switchEndpoint }: RightsPorts) => {
  const decideFor = createRightsCompiler(catalogue)
  return { readHomeRights: createHomeRights(decideFor), resolveGuest: createGuestResolver(decideFor, switchEndpoint) }
}
