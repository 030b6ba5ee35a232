import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Security } from './security.service.ts'

export const securityRoutes = (security: Security) =>
  implement(securityContract, {
    state: security.state,
    bindSend: (scope, { body }) => security.bindSend(scope, body),
    bindConfirm: (scope, { body }) => security.bindConfirm(scope, body),
    changePassword: (scope, { body }) => security.changePassword(scope, body),
    switchItem: (scope, { body }) => security.switchItem(scope, body),
    recoveryCodes: (scope, { body }) => security.recoveryCodes(scope, body),
    sendProofCode: (scope) => security.reauthentication.sendCode(scope),
    prove: (scope, { body }) => security.reauthentication.reauthenticate(scope, body),
    passkeys: security.passkeys.list,
    renamePasskey: (scope, { params, body }) => security.passkeys.rename(scope, params.id, body.name),
    removePasskey: (scope, { params }) => security.passkeys.remove(scope, params.id),
    trustedDevices: security.trustedDevices.list,
    removeTrustedDevice: (scope, { params }) => security.trustedDevices.remove(scope, params.id),
  })
