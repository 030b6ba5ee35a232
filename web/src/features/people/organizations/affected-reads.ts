import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'

const { list, get, members } = organizationsContract

/** Reads to invalidate after a change of an organisation. */
export const affected = [list, get, members] as const
