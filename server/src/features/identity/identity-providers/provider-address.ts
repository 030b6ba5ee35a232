import { isIP } from 'node:net'
import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { isAddressAllowed } from '../../../kernel/address-filter.ts'
import { isRefusedTarget } from '../../../kernel/outgoing/allowed-targets.ts'
import { refusalAt } from '../../../kernel/scope.ts'

/** Throws `addressRefused` and `httpRefused` at the field `issuer`. */
export type AssertAddress = (issuer: string) => void

/**
 * Which addresses of providers may be called.
 * @param allowedNetworks networks that the operator allows beside public addresses
 */
export const createAddressRules = (allowedNetworks: readonly string[]) => {
  /** Without TLS an answer could be anybody's, except in a network that the operator has named. */
  const isPlainAllowed = (url: string): boolean => {
    const { protocol = '', hostname = '' } = URL.parse(url) ?? {}
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    return (
      protocol === 'http:' && isIP(host) !== 0 && allowedNetworks.length > 0 && isAddressAllowed(allowedNetworks, host)
    )
  }
  const assertAddress: AssertAddress = (issuer) => {
    if (issuer === '') return
    if (isRefusedTarget(issuer, allowedNetworks)) throw refusalAt(identityProvidersErrors.addressRefused, 'issuer')
    if (!issuer.startsWith('https://') && !isPlainAllowed(issuer))
      throw refusalAt(identityProvidersErrors.httpRefused, 'issuer')
  }
  return { isPlainAllowed, assertAddress }
}
