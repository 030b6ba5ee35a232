import { replace } from 'react-router'
import { inAppPath } from '../kernel/page/in-app-path.ts'
import { saveNotFoundPath } from './not-found-path.ts'
import { paths } from './paths.ts'

/** Redirects to 404 and stores the address, which is shown there. */
export const redirectToNotFound = (address: string) => {
  saveNotFoundPath(address)
  return replace(paths.notFound)
}

/** Follows only addresses of this application, which prevents open redirects. */
export const redirectInApp = (address: string) => (inAppPath(address) ? replace(address) : redirectToNotFound(address))
