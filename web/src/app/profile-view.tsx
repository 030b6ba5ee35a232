import { OwnLog } from '../features/identity/account/own-log.tsx'
import { ProfilePage } from '../features/identity/account/profile-page.tsx'
import { OwnConsents } from '../features/open/oidc/own-consents.tsx'
import { OwnCompanies } from '../features/people/memberships/own-companies.tsx'
import { securityEntry } from './shell-session.ts'

/** The personal centre: profile, companies, applications and own log, with a link to the security settings. */
export const ProfileView = () => (
  <ProfilePage securityPath={securityEntry.path}>
    <OwnCompanies />
    <OwnConsents />
    <OwnLog />
  </ProfilePage>
)
