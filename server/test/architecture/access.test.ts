import { endpoints } from '@atrium/contract/index.ts'
import type { Access } from '@atrium/contract/kernel/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { expectOnly, titleOf } from './expect-only.ts'

const titlesByAccess = (kind: Access['kind']) => endpoints.filter(({ access }) => access.kind === kind).map(titleOf)

// The lists are complete on purpose: opening an endpoint changes a line here, which a reviewer sees.
describe('endpoints without a permission', () => {
  it('are public', () => {
    expect(titlesByAccess('public')).toEqual([
      'sysSettings.subject',
      'sysSettings.logo',
      'sysSettings.tags',
      'sysLogin.captcha',
      'sysLogin.passkeyOptions',
      'sysLogin.send',
      'sysLogin.verify',
      'sysForget.send',
      'sysForget.confirm',
      'sysRegistrations.register',
      'sysConsole.refresh',
      'sysConsole.logout',
      'frontSignIn.login',
      'frontSignIn.refreshToken',
      'frontSignIn.logout',
      'frontSignIn.captcha',
      'frontSignIn.sendCaptcha',
      'frontSignIn.tags',
      'frontSignIn.forgetPassVerifySms',
      'frontSignIn.forgetPass',
    ])
  })
  it('accept the temporary token of a sign-in attempt', () => {
    expect(titlesByAccess('temporary')).toEqual(['sysLogin.accessToken', 'frontSignIn.accessToken'])
  })
  it('accept any session', () => {
    expect(titlesByAccess('signedIn')).toEqual([
      'sysConsole.loginInfo',
      'sysConsole.logo',
      'sysConsole.grants',
      'sysConsole.menus',
      'sysConsole.elements',
      'sysConsole.events',
      'sysProfile.profile',
      'sysProfile.updateProfile',
      'sysProfile.logs',
      'sysProfile.portrait',
      'sysProfile.replacePortrait',
      'sysProfile.sessions',
      'sysProfile.endSession',
      'sysProfile.endOtherSessions',
      'sysViews.settings',
      'sysViews.saveSettings',
      'sysViews.views',
      'sysViews.saveView',
      'sysViews.updateView',
      'sysViews.removeView',
      'sysSecurity.state',
      'sysSecurity.bindSend',
      'sysSecurity.bindConfirm',
      'sysSecurity.changePassword',
      'sysSecurity.switchItem',
      'sysSecurity.recoveryCodes',
      'sysSecurity.sendProofCode',
      'sysSecurity.prove',
      'sysSecurity.passkeys',
      'sysSecurity.renamePasskey',
      'sysSecurity.removePasskey',
      'sysSecurity.trustedDevices',
      'sysSecurity.removeTrustedDevice',
      'frontSignIn.grants',
      'frontSignIn.user',
      'frontSignIn.update',
      'frontSignIn.portrait',
      'frontSignIn.replacePortrait',
      'frontSignIn.logs',
      'frontSignIn.send',
      'frontSignIn.confirm',
      'frontSignIn.pass',
      'sysLogs.ownFailure',
      'sysLogs.reportPage',
      'sysLogs.attachTrail',
      'sysReviews.ownReviews',
      'sysReviews.ownItems',
      'sysReviews.answerItems',
      'sysMemberships.own',
      'sysMemberships.accept',
      'sysMemberships.enter',
      'sysMemberships.leave',
      'sysMemberships.decline',
      'sysCompanys.quit',
      'sysExplain.mine',
      'sysExplain.page',
      'sysExplain.ownRequests',
      'sysExplain.request',
    ])
  })
  it('and during a visit: use the rights of the home company', () => {
    expect(endpoints.filter(({ whileActing }) => whileActing === 'home').map(titleOf)).toEqual([
      'sysConsole.loginInfo',
      'sysConsole.logo',
      'sysConsole.grants',
      'sysConsole.menus',
      'sysConsole.elements',
      'sysConsole.events',
      'sysViews.settings',
      'sysViews.saveSettings',
      'sysViews.views',
      'sysViews.saveView',
      'sysViews.updateView',
      'sysViews.removeView',
      'sysSecurity.sendProofCode',
      'sysSecurity.prove',
      'frontSignIn.grants',
      'sysLogs.ownFailure',
      'sysLogs.reportPage',
      'sysLogs.attachTrail',
      'sysCompanys.list',
      'sysCompanys.switchCheck',
      'sysCompanys.switch',
      'sysCompanys.switchOrgs',
      'sysCompanys.pin',
      'sysCompanys.unpin',
      'sysCompanys.quit',
      'sysExplain.mine',
      'sysExplain.request',
    ])
  })
  it('and during a visit: use the rights of the visited company, although the handler reads beyond it', () => {
    expect(endpoints.filter(({ whileActing }) => whileActing === 'guest').map(titleOf)).toEqual([
      'sysUsers.update',
      'sysTenant.own',
      'sysTenantPolicies.own',
    ])
  })
  it('and during a visit: are refused, although the visitor holds the permission', () => {
    expect(endpoints.filter(({ whileActing }) => whileActing === 'never').map(titleOf)).toEqual([
      'sysReviews.create',
      'sysReviews.repeat',
      'sysTenant.exportData',
    ])
  })
  it('and for members whose account belongs to another company: are refused', () => {
    expect(endpoints.filter(({ homeAccountOnly }) => homeAccountOnly).map(titleOf)).toEqual([
      'sysSecurity.state',
      'sysSecurity.bindSend',
      'sysSecurity.bindConfirm',
      'sysSecurity.changePassword',
      'sysSecurity.switchItem',
      'sysSecurity.recoveryCodes',
      'sysSecurity.passkeys',
      'sysSecurity.renamePasskey',
      'sysSecurity.removePasskey',
      'sysSecurity.trustedDevices',
      'sysSecurity.removeTrustedDevice',
      'frontSignIn.send',
      'frontSignIn.confirm',
      'frontSignIn.pass',
    ])
  })
  it('and never ask for reauthentication: reauthentication itself and leaving a visit', () => {
    expect(endpoints.filter(({ skipsReauthentication }) => skipsReauthentication).map(titleOf)).toEqual([
      'sysSecurity.sendProofCode',
      'sysSecurity.prove',
      'sysCompanys.quit',
    ])
  })
  it('state a reason', () => {
    const unexplained = endpoints.filter(({ access }) => 'because' in access && access.because.length < 15)
    expect(unexplained.map(titleOf)).toEqual([])
  })
  it('never run a public endpoint within a company', () => {
    const homeless = endpoints.filter(({ access, reach }) => access.kind === 'public' && reach === 'company')
    expect(homeless.map(titleOf)).toEqual([])
  })
  it('and permitted endpoints stay within one company', () => {
    const wide = endpoints.filter(({ access, reach }) => access.kind === 'permitted' && reach !== 'company')
    expectOnly(wide.map(titleOf), {
      'sysOrgs.list':
        'its own company’s tree in sight of that alone; beyond it levels of one that the caller may switch into, asked of the drawer’s own rule',
      'sysMenus.update':
        'who can open a page no longer is asked of all companies; the service refuses whoever is not of the platform’s',
      'sysMenus.remove':
        'who can open a page no longer is asked of all companies; the service refuses whoever is not of the platform’s',
      'sysMenus.sort':
        'who can open a page no longer is asked of all companies; the service refuses whoever is not of the platform’s',
      'sysUsers.create': 'account, phone and mail address are unique on the platform; adds to its own company alone',
      'sysUsers.update': 'phone and mail address are unique on the platform; changes its own company’s users alone',
      'sysUsers.reset': 'hashing is slow and holds no connection; resets its own company’s users alone',
      'sysMemberships.create':
        'accounts are looked up on the whole platform; writes to its own company alone, and answers the same for nobody',
      'sysCompanys.list':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.get':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.create':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.update':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.lock':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.unlock':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.reset':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.tenant':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.updateTenant':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.updateBranding':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.logo':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.replaceLogo':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.removeLogo':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.addDomain':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.verifyDomain':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.removeDomain':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.close':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.exportData':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.reopen':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.suspend':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.initialise':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.resume':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysCompanys.switchOrgs':
        'the platform’s own: its people act in other companies; the service refuses whoever is not of its company',
      'sysCompanys.pin':
        'the platform’s own: its people act in other companies; the service refuses whoever is not of its company',
      'sysCompanys.unpin':
        'the platform’s own: its people act in other companies; the service refuses whoever is not of its company',
      'sysCompanys.switch':
        'the platform’s own: its people act in other companies; the service refuses whoever is not of its company',
      'sysCompanys.switchCheck':
        'the platform’s own: its people act in other companies; the service refuses whoever is not of its company',
      'sysPlans.list':
        'the platform’s own: plans stand above all companies; the service refuses whoever is not of its company',
      'sysPlans.get':
        'the platform’s own: plans stand above all companies; the service refuses whoever is not of its company',
      'sysPlans.create':
        'the platform’s own: plans stand above all companies; the service refuses whoever is not of its company',
      'sysPlans.update':
        'the platform’s own: plans stand above all companies; the service refuses whoever is not of its company',
      'sysPlans.remove':
        'the platform’s own: plans stand above all companies; the service refuses whoever is not of its company',
      'sysPlans.ceiling':
        'the platform’s own: plans stand above all companies; the service refuses whoever is not of its company',
      'sysPlans.updateCeiling':
        'the platform’s own: plans stand above all companies; the service refuses whoever is not of its company',
      'sysUsers.exportUsers':
        'streams for minutes: each batch is a short transaction of its own, in the company’s sight',
      'sysReviews.exportItems':
        'streams for minutes: each batch is a short transaction of its own, in the company’s sight',
      'sysRoles.exportRoles':
        'streams for minutes: each batch is a short transaction of its own, in the company’s sight',
      'sysCompanys.exportCompanies':
        'the platform’s own: companies are kept across all of them; the service refuses whoever is not of its company',
      'sysLogs.exportOperations':
        'streams for minutes: each batch is a short transaction of its own, in the company’s sight',
      'sysLogs.exportProof':
        'streams for seconds: each batch is a short transaction of its own, in the company’s sight',
      'sysMessages.test':
        'counts against the budgets first, which no transaction may wait for; writes for its own company',
      'sysTenant.own': 'reads the tenant of the caller’s company, which may be the one above it',
      'sysTenant.exportData': 'streams for minutes, and reads the rows of the caller’s own company alone',
      'sysTenantPolicies.own': 'reads the tenant of the caller’s company, which may be the one above it',
      'sysTenantPolicies.updateOwn': 'changes the caller’s own tenant, with the sessions of its companies',
      'sysTenantPolicies.get': 'refuses everybody but the platform’s own people',
      'sysTenantPolicies.update': 'refuses everybody but the platform’s own people',
      'sysRegistrations.approve': 'takes only applications to its own company; whom it lets in may belong to another',
    })
  })
})
