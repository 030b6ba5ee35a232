import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { AppError } from '../../../../kernel/scope.ts'

const authorizes = /^\/oidc\/authorize\/?$/i
/** As much as an address may carry. */
const maxBytes = 8192

/**
 * The address of a sign-in that an application begins by a form. Cookies of the provider do not come with forms from
 * elsewhere, so that the browser is sent there by an address.
 * @returns undefined for any other request
 * @throws `tooLarge`
 */
export const postedRequest = async (request: IncomingMessage, issuer: string): Promise<string | undefined> => {
  const { method, url = '', headers } = request
  if (method !== 'POST' || !authorizes.test(url)) return undefined
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return undefined
  if (!(Number(headers['content-length']) <= maxBytes)) throw new AppError(kernelErrors.tooLarge)
  return `${issuer}/authorize?${new URLSearchParams(await text(request))}`
}
