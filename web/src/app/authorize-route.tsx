import { useSearchParams } from 'react-router'
import { signOut } from '../features/identity/session/sign-out.ts'
import { AuthorizePage } from '../features/open/oidc/authorize-page.tsx'

/** Sign-in to an application. Without a session, this address leads to the sign-in page and back. */
export const AuthorizeRoute = () => {
  const [search] = useSearchParams()
  const uid = search.get('uid') ?? ''
  return <AuthorizePage key={uid} uid={uid} onOther={() => void signOut()} />
}
