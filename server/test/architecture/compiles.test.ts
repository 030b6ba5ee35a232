import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import type { Permission } from '@atrium/contract/index.ts'
import type { EndpointSpec } from '@atrium/contract/kernel/endpoint.ts'
import { signedInBecause } from '@atrium/contract/kernel/endpoint.ts'
import { nothing } from '@atrium/contract/kernel/listing.ts'
import { expect, it } from 'vitest'
import { type Handlers, implement } from '../../src/kernel/http/implement.ts'

// The type check is the test: an expected error that does not occur fails it.
type SettingsHandlers = Handlers<typeof systemSettingsContract>
declare const handlers: SettingsHandlers

const neverRun = () => {
  const { subject, logo, tags } = handlers
  implement(systemSettingsContract, { subject, logo, tags })
  // @ts-expect-error tags has no handler
  implement(systemSettingsContract, { subject, logo })
  // @ts-expect-error fly belongs to no endpoint
  implement(systemSettingsContract, { subject, logo, tags, fly: subject })
  const known: Permission = 'sysBases:edit'
  // @ts-expect-error no endpoint asks for it
  const unknown: Permission = 'sysBases:fly'
  // @ts-expect-error a write says what it leaves in the audit log, or why nothing
  const silent: EndpointSpec = {
    method: 'POST',
    path: '/x',
    summary: '',
    access: signedInBecause(''),
    reach: 'company',
    reply: nothing,
  }
  return [known, unknown, silent]
}

it('the compiler refuses missing and left-over handlers, unknown permissions and unaudited writes', () => {
  expect(neverRun).toBeTypeOf('function')
})
