import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { createSecurity } from './security.service.ts'

type Ports = Omit<Parameters<typeof createSecurity>[0], 'site'> & Pick<BasePorts, 'siteOrigin'> & { settings: Settings }

/** A user's own means of authentication, and reauthentication. Offers `security`. */
export const createSecurityFeature = ({ siteOrigin, settings, ...ports }: Ports) => {
  const site = { origin: siteOrigin, name: async () => (await settings.read())['system.title'] }
  const security = createSecurity({ ...ports, site })
  return {
    security,
    routes: implement(securityContract, {
      ...security,
      state: security.state,
      sendProofCode: (scope) => security.reauthentication.sendCode(scope),
      prove: (scope, body) => security.reauthentication.reauthenticate(scope, body),
      passkeys: security.passkeys.list,
      renamePasskey: (scope, id, body) => security.passkeys.rename(scope, id, body.name),
      removePasskey: (scope, id) => security.passkeys.remove(scope, id),
      trustedDevices: security.trustedDevices.list,
      removeTrustedDevice: (scope, id) => security.trustedDevices.remove(scope, id),
    }),
    constraints: {
      // The passkey may belong to any account: the message must not reveal that.
      passkeys__credential_id: { ...securityErrors.wrongPasskey, field: 'attestation' },
    },
    retention: [
      'delete from passkey_challenges where expires_at < now()',
      'delete from trusted_devices where expires_at < now()',
    ],
  }
}
