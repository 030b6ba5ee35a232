import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { enterpriseMembersContract } from '@atrium/contract/features/identity/enterprises/enterprise-members.contract.ts'
import { portalSignInContract } from '@atrium/contract/features/identity/portal-sign-in/portal-sign-in.contract.ts'
import { invitationsContract } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { declareVariants } from '../kernel/api/variants.ts'
import { declareCalls } from '../shared/entry/declare-calls.ts'
import { basename } from './paths.ts'

/** The portal's addresses of the console's calls, so that both share their pages. */
declareVariants([
  [signInContract.verify, portalSignInContract.login],
  [signInContract.accessToken, portalSignInContract.accessToken],
  [signInContract.captcha, portalSignInContract.captcha],
  [signInContract.send, portalSignInContract.sendCaptcha],
  [sessionContract.refresh, portalSignInContract.refreshToken],
  [sessionContract.logout, portalSignInContract.logout],
  [sessionContract.grants, portalSignInContract.grants],
  [systemSettingsContract.tags, portalSignInContract.tags],
  [accountContract.profile, portalSignInContract.user],
  [accountContract.updateProfile, portalSignInContract.update],
  [accountContract.setLanguage, portalSignInContract.setLanguage],
  [accountContract.portrait, portalSignInContract.portrait],
  [accountContract.replacePortrait, portalSignInContract.replacePortrait],
  [accountContract.logs, portalSignInContract.logs],
  [securityContract.bindSend, portalSignInContract.send],
  [securityContract.bindConfirm, portalSignInContract.confirm],
  [securityContract.changePassword, portalSignInContract.pass],
  [membershipsContract.own, enterpriseMembersContract.own],
  [membershipsContract.accept, enterpriseMembersContract.accept],
  [membershipsContract.decline, enterpriseMembersContract.decline],
  [membershipsContract.leave, enterpriseMembersContract.leave],
  [membershipsContract.list, enterpriseMembersContract.list],
  [membershipsContract.create, enterpriseMembersContract.invite],
  [membershipsContract.remove, enterpriseMembersContract.withdraw],
  [invitationsContract.list, enterpriseMembersContract.codes],
  [invitationsContract.create, enterpriseMembersContract.createCode],
  [invitationsContract.remove, enterpriseMembersContract.removeCode],
  [userRolesContract.roles, enterpriseMembersContract.roles],
  [userRolesContract.offeredRoles, enterpriseMembersContract.offeredRoles],
  [userRolesContract.assignRoles, enterpriseMembersContract.assignRoles],
])

declareCalls({
  start: `${basename}/`,
  reauthenticate: async (asked) =>
    (await import('../features/identity/sign-in/reauthentication-dialog.tsx')).askReauthentication(asked),
})
