import { replace } from 'react-router'
import { saveNotFoundPath } from './not-found-path.ts'
import { paths } from './paths.ts'

/** Redirects to 404 and stores the address, which is shown there. */
export const redirectToNotFound = (address: string) => {
  saveNotFoundPath(address)
  return replace(paths.notFound)
}
