import { ProfilePage as Profile } from '../../features/identity/account/profile-page.tsx'
import { paths } from '../paths.ts'

/** The user's profile, with a link to the security settings. */
export const ProfilePage = () => <Profile securityPath={paths.security} />
