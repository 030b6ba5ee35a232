import { endpoints } from '@atrium/contract/index.ts'
import type { Access } from '@atrium/contract/kernel/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { expectOnly, titleOf } from './expect-only.ts'

const open = (kind: Access['kind']) => endpoints.filter(({ access }) => access.kind === kind).map(titleOf)

// These lists are written out on purpose: whoever opens a door changes a line here, and a reviewer sees it.
describe('who may call without a right of his own', () => {
  it('everybody', () => {
    expect(open('public')).toEqual([
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
  it('whoever has shown a password', () => {
    expect(open('temporary')).toEqual(['sysLogin.accessToken', 'frontSignIn.accessToken'])
  })
  it('whoever is signed in', () => {
    expect(open('signedIn')).toEqual([
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
  it('and acts in another company: by what he has at home', () => {
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
  it('and acts in another company: by what he has there, although the handler sees beyond it', () => {
    expect(endpoints.filter(({ whileActing }) => whileActing === 'guest').map(titleOf)).toEqual([
      'sysUsers.update',
      'sysTenant.own',
      'sysTenantPolicies.own',
    ])
  })
  it('and acts in another company: not at all, although he has the right there', () => {
    expect(endpoints.filter(({ whileActing }) => whileActing === 'never').map(titleOf)).toEqual([
      'sysReviews.create',
      'sysReviews.repeat',
      'sysTenant.exportData',
    ])
  })
  it('and has his account elsewhere: all but what is about it', () => {
    expect(endpoints.filter(({ ofPrincipal }) => ofPrincipal).map(titleOf)).toEqual([
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
  it('and is never asked to prove himself: the way to a proof, and the way out', () => {
    expect(endpoints.filter(({ withoutProof }) => withoutProof).map(titleOf)).toEqual([
      'sysSecurity.sendProofCode',
      'sysSecurity.prove',
      'sysCompanys.quit',
    ])
  })
  it('says why, in a sentence', () => {
    const unexplained = endpoints.filter(({ access }) => 'because' in access && access.because.length < 15)
    expect(unexplained.map(titleOf)).toEqual([])
  })
  it('never reaches a company that the caller does not have', () => {
    const homeless = endpoints.filter(({ access, reach }) => access.kind === 'public' && reach === 'company')
    expect(homeless.map(titleOf)).toEqual([])
  })
  it('and whoever reads or writes by right stays inside a company', () => {
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
