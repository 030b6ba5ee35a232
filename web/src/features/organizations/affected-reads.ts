import { organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'

const { list, get, members } = organizationsContract

/** What must be read again after something was done to an organisation. */
export const affected = [list, get, members] as const
