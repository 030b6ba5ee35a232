import { endpoints } from '@atrium/contract/index.ts'
import type { Access, Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { expectOnly, toTitle } from './expect-only.ts'

const expectTitles = (matches: (endpoint: Endpoint) => unknown, titles: readonly string[]) =>
  expect(new Set(endpoints.filter(matches).map(toTitle))).toEqual(new Set(titles))
const hasAccess =
  (kind: Access['kind']) =>
  ({ access }: Endpoint) =>
    access.kind === kind

// The lists are complete on purpose: opening an endpoint changes a line here, which a reviewer sees.
const openToAnySession = [
  'sysApprovals.approve',
  'sysApprovals.counts',
  'sysApprovals.delegate',
  'sysApprovals.deputy',
  'sysApprovals.get',
  'sysApprovals.list',
  'sysApprovals.refuse',
  'sysApprovals.removeDeputy',
  'sysApprovals.setDeputy',
  'sysApprovals.withdraw',
  'sysWorkbench.read',
  'sysWorkbench.expiries',
  'sysConsole.loginInfo',
  'sysConsole.logo',
  'sysConsole.grants',
  'sysConsole.menus',
  'sysConsole.elements',
  'sysConsole.events',
  'sysConsole.find',
  'sysProfile.profile',
  'sysProfile.updateProfile',
  'sysProfile.setLanguage',
  'sysProfile.logs',
  'sysProfile.portrait',
  'sysProfile.replacePortrait',
  'sysProfile.sessions',
  'sysProfile.endSession',
  'sysProfile.endOtherSessions',
  'sysComments.list',
  'sysComments.download',
  'sysTags.options',
  'sysTags.ofRow',
  'sysTags.attach',
  'sysTags.detach',
  'sysViews.settings',
  'sysViews.saveSettings',
  'sysViews.views',
  'sysViews.saveView',
  'sysViews.updateView',
  'sysViews.removeView',
  'sysPreferences.read',
  'sysPreferences.save',
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
  'frontSignIn.setLanguage',
  'frontSignIn.portrait',
  'frontSignIn.replacePortrait',
  'frontSignIn.logs',
  'frontSignIn.send',
  'frontSignIn.confirm',
  'frontSignIn.pass',
  'sysLogs.ownFailure',
  'sysLogs.reportPage',
  'sysLogs.attachTrail',
  'sysJobs.ownJobs',
  'sysJobs.recentJobs',
  'sysJobs.ownJob',
  'sysJobs.pauseOwn',
  'sysJobs.resumeOwn',
  'sysJobs.cancelOwn',
  'sysJobs.undoOwn',
  'sysJobs.result',
  'sysJobs.errors',
  'sysBulks.create',
  'sysBulks.get',
  'sysBulks.rows',
  'sysBulks.apply',
  'sysBulks.passwords',
  'sysBulks.createAcross',
  'sysBulks.applyAcross',
  'sysReviews.ownReviews',
  'sysReviews.ownItems',
  'sysReviews.answerItems',
  'frontApps.apps',
  'frontApps.count',
  'frontApps.favoriteMenus',
  'frontApps.favorite',
  'frontApps.consents',
  'frontApps.consent',
  'frontApps.login',
  'frontApps.requestable',
  'frontApps.request',
  'frontApps.ownAppRequests',
  'frontApps.withdrawRequest',
  'frontApps.approvals',
  'frontApps.approveRequest',
  'frontApps.rejectRequest',
  'frontEnts.ent',
  'frontEnts.own',
  'frontEnts.switch',
  'frontEnts.accept',
  'frontEnts.decline',
  'frontEnts.leave',
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
  'sysIdentityLinks.list',
  'sysIdentityLinks.start',
  'sysIdentityLinks.finish',
  'sysIdentityLinks.remove',
  'oidc.request',
  'oidc.decide',
  'oidc.consents',
  'oidc.revokeConsent',
  'sysCustomFields.offered',
  'sysDicts.query',
  'sysAreas.list',
  'sysAreas.path',
  'sysNews.published',
  'sysNews.publishedGet',
  'sysNews.bell',
  'sysNews.read',
  'sysNews.readAll',
  'sysNews.ack',
  'sysNews.download',
]
/** Permitted endpoints with a wider reach than their company, each with its reason. */
const readsRowFirst = 'the row beside the comment is read as the caller, in a transaction of its own'
const beyondOneCompany = {
  'sysComments.add': readsRowFirst,
  'sysComments.attach': 'receives a file before it opens a transaction',
  'sysComments.update': readsRowFirst,
  'sysComments.withdraw': readsRowFirst,
  'sysComments.remove': readsRowFirst,
  'sysAreas.exportAreas': 'streams for minutes: each batch is a short transaction; areas belong to no company',
  'sysAreas.update': 'compares all areas outside a transaction; areas belong to no company',
  'sysOrgs.list':
    'reads the own tree with company reach, and levels of companies the caller may switch into by the rule of the switching drawer',
  'sysDicts.remove':
    'counts uses in all companies for the platform, in the caller’s for a company; removes only items of the caller’s company',
  'sysDicts.removeGroup': 'counts uses in all companies; the service refuses users outside the platform company',
  'sysMenus.update': 'the impact covers all companies; the service refuses users outside the platform company',
  'sysMenus.remove': 'the impact covers all companies; the service refuses users outside the platform company',
  'sysMenus.sort': 'the impact covers all companies; the service refuses users outside the platform company',
  'sysUsers.create': 'account, phone and mail address are unique across the platform; adds only to its own company',
  'sysUsers.update': 'phone and mail address are unique across the platform; changes only users of its own company',
  'sysUsers.reset': 'hashing is slow and holds no connection; resets only users of its own company',
  'sysUsers.across':
    'platform only: finds a person in all companies; the service refuses users outside the platform company',
  'sysMemberships.create':
    'looks up accounts across the platform; writes only to its own company, and replies the same for unknown accounts',
  'sysCompanys.list': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.options': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.get': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.create': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.update': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.lock': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.unlock': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.reset': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.tenant': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.tenantUsage':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.planUsage':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.updateTenant':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.updateBranding':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.logo': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.replaceLogo':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.removeLogo':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.addDomain':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.verifyDomain':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.removeDomain':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.close': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.exportData':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.archives':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.compareExport':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.compareFile':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.comparison':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.differences':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.clone': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.restore': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.reopen': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.switchModule':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.suspend': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.initialise':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.resume': 'platform only: manages all companies; the service refuses users outside the platform company',
  'sysCompanys.switchOrgs':
    'platform only: operators act in other companies; the service refuses users outside the platform company',
  'sysCompanys.pin':
    'platform only: operators act in other companies; the service refuses users outside the platform company',
  'sysCompanys.unpin':
    'platform only: operators act in other companies; the service refuses users outside the platform company',
  'sysCompanys.switch':
    'platform only: operators act in other companies; the service refuses users outside the platform company',
  'sysCompanys.switchCheck':
    'platform only: operators act in other companies; the service refuses users outside the platform company',
  'sysInstallation.state':
    'the operator’s page of all nodes, queues and tables; only its company passes `assertPlatformActor`',
  'sysInstallation.runSchedule':
    'schedules work for all companies; only the operator’s company passes `assertPlatformActor`',
  'sysInstallation.pauseSchedule':
    'schedules work for all companies; only the operator’s company passes `assertPlatformActor`',
  'sysInstallation.resumeSchedule':
    'schedules work for all companies; only the operator’s company passes `assertPlatformActor`',
  'sysPlans.list':
    'platform only: plans are above all companies; the service refuses users outside the platform company',
  'sysPlans.options':
    'platform only: plans are above all companies; the service refuses users outside the platform company',
  'sysPlans.get':
    'platform only: plans are above all companies; the service refuses users outside the platform company',
  'sysPlans.create':
    'platform only: plans are above all companies; the service refuses users outside the platform company',
  'sysPlans.update':
    'platform only: plans are above all companies; the service refuses users outside the platform company',
  'sysPlans.remove':
    'platform only: plans are above all companies; the service refuses users outside the platform company',
  'sysPlans.ceiling':
    'platform only: plans are above all companies; the service refuses users outside the platform company',
  'sysPlans.updateCeiling':
    'platform only: plans are above all companies; the service refuses users outside the platform company',
  'sysUsers.exportUsers': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysPosts.exportPosts': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysOrgs.exportOrganizations':
    'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysCustomFields.update': 'looks at the values of all companies for the platform, of its own for another',
  'sysCustomFields.remove': 'counts values in all companies for the platform, in its own for another',
  'sysDicts.exportItems': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysBases.exportParameters': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysLogs.exportSignIns': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysExcels.meta': 'reads what other features offer in drop-downs, each by itself, of the caller’s own company',
  'sysExcels.file': 'streams; reads what drop-downs offer, each by itself, of the caller’s own company',
  'sysExcels.uploadImport': 'receives and reads a file for a while; then adds it to the caller’s own company',
  'openApis.list':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.get':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.stat':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.create':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.update':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.remove':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.endpoints':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.issue':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.deprecate':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.revoke':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.apps':
    'platform only: the catalogue is above all companies; the service refuses users outside the platform company',
  'openApis.signingKeys':
    'platform only: keys are the installation’s; the service refuses users outside the platform company',
  'openApis.rotateKey':
    'platform only: keys are the installation’s; the service refuses users outside the platform company',
  'openDocs.product': 'describes the product, and reads no rows',
  'openApps.document': 'asks what the owner of the caller’s own application may do, by connections of its own',
  'openApps.apis': 'asks what the owner of an application within the caller’s reach may do, by connections of its own',
  'openApps.replaceLogo':
    'decodes and stores a picture for a while; then adds it to an application of the caller’s company',
  'openApps.tryCall': 'calls the gate, which opens transactions of its own; reads only the caller’s own application',
  'openApps.list': 'the operator reads the applications of all companies; others read those of their own company',
  'openApps.get': 'the operator reads the applications of all companies; others read those of their own company',
  'openApps.calls': 'the operator reads the applications of all companies; others read those of their own company',
  'openApps.callsHistogram':
    'the operator reads the applications of all companies; others read those of their own company',
  'openApps.call': 'the operator reads the applications of all companies; others read those of their own company',
  'openApps.stat': 'the operator reads the applications of all companies; others read those of their own company',
  'openApps.usage': 'the operator reads the applications of all companies; others read those of their own company',
  'openApps.lock':
    'finds the application within the caller’s reach first: the operator’s is all companies, that of others their own',
  'openApps.unlock':
    'finds the application within the caller’s reach first: the operator’s is all companies, that of others their own',
  'sysNews.exportReceipts':
    'the platform’s notices have readers in all companies; others export those of their own company',
  'sysReviews.exportItems': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysRoles.exportRoles': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysCompanys.exportCompanies':
    'platform only: manages all companies; the service refuses users outside the platform company',
  'sysLogs.exportFailures': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysLogs.exportOperations': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysLogs.exportProof': 'streams for seconds: each batch is a short transaction of its own, with company reach',
  'sysLogs.exportSegment': 'streams for seconds, and reads only a file of the caller’s own company',
  'sysMessages.test': 'spends the budgets first, outside a transaction; writes for its own company',
  'sysTenant.own': 'reads the tenant of the caller’s company, which may be that of its parent',
  'sysTenant.ownUsage': 'reads the tenant of the caller’s company, which may be that of its parent',
  'sysUploads.upload': 'receives and checks a file for a while; then adds it to the caller’s own company',
  'sysDocs.createLink': 'hashing is slow and holds no connection; adds only to a file of its own company',
  'sysDocs.exportDocuments': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysDocs.exportDownloads': 'streams for minutes: each batch is a short transaction of its own, with company reach',
  'sysNews.receipts': 'the platform’s notices have readers in all companies; others read those of their own company',
  'sysNews.receiptSums':
    'the platform’s notices have readers in all companies; others count those of their own company',
  'sysNews.image': 'receives and encodes a picture for a while; then adds it to the caller’s own company',
  'sysNews.attach': 'receives and checks a file for a while; then adds it to the caller’s own company',
  'sysNews.reach': 'the platform’s notices reach all companies; others count users of their own company',
  'sysNews.targets':
    'the platform finds companies; the service refuses that to others, who find rows of their own company',
  'sysTenant.exportData': 'streams for minutes, and reads only rows of the caller’s own company',
  'sysTenantPolicies.own': 'reads the tenant of the caller’s company, which may be that of its parent',
  'sysTenantPolicies.updateOwn': 'changes the caller’s own tenant and the sessions of its companies',
  'sysTenantPolicies.get': 'refuses users outside the platform company',
  'sysTenantPolicies.update': 'refuses users outside the platform company',
  'frontUsers.enterprises':
    'platform only: recognises companies of all; the service refuses users outside the platform company',
  'frontUsers.enterprise':
    'platform only: recognises companies of all; the service refuses users outside the platform company',
  'frontUsers.enterpriseLicence':
    'platform only: recognises companies of all; the service refuses users outside the platform company',
  'frontUsers.approve':
    'platform only: recognises companies of all; the service refuses users outside the platform company',
  'frontUsers.reject':
    'platform only: recognises companies of all; the service refuses users outside the platform company',
  'frontUsers.revoke':
    'platform only: recognises companies of all; the service refuses users outside the platform company',
  'frontUsers.pages':
    'the operator manages portal users of all companies; others reach those of their own by a transaction of their company',
  'frontUsers.get':
    'the operator manages portal users of all companies; others reach those of their own by a transaction of their company',
  'frontUsers.update':
    'the operator manages portal users of all companies; others reach those of their own by a transaction of their company',
  'frontUsers.lock':
    'the operator manages portal users of all companies; others reach those of their own by a transaction of their company',
  'frontUsers.unlock':
    'the operator manages portal users of all companies; others reach those of their own by a transaction of their company',
  'frontEnts.invite':
    'looks up accounts across the platform; writes only to its own company, and replies the same for unknown accounts',
  'frontEnts.applyForRecognition':
    'begins an approval of the operator’s company; changes only the caller’s own enterprise',
  'frontEnts.withdrawApplication':
    'ends an approval of the operator’s company; changes only the caller’s own enterprise',
  'frontEnts.replaceLicence': 'encodes and stores a picture for a while; then adds it to the caller’s own company',
  'sysIdentityProviders.test': 'calls an address outside; reads a provider of the caller’s own company alone',
  'sysRegistrations.approve': 'accepts only registrations for its own company; the approved user may belong to another',
}

describe('endpoints without a permission', () => {
  it('are public', () => {
    expectTitles(hasAccess('public'), [
      'sysSettings.subject',
      'sysSettings.logo',
      'sysSettings.tags',
      'sysLogin.captcha',
      'sysLogin.passkeyOptions',
      'sysLogin.send',
      'sysLogin.verify',
      'sysOutsideSignIn.buttons',
      'sysOutsideSignIn.start',
      'sysOutsideSignIn.finish',
      'sysOutsideSignIn.prove',
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
      'frontNews.published',
      'frontNews.get',
      'frontNews.attach',
      'sysDocs.openLink',
      'sysDocs.previewLink',
      'sysDocs.downloadLink',
    ])
  })
  it('accept the temporary token of a sign-in attempt', () => {
    expectTitles(hasAccess('temporary'), ['sysLogin.accessToken', 'frontSignIn.accessToken'])
  })
  it('accept any session', () => {
    expectTitles(hasAccess('signedIn'), openToAnySession)
  })
  it('and during a visit: use the rights of the home company', () => {
    expectTitles(
      ({ whileActing }) => whileActing === 'home',
      [
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
        'sysPreferences.read',
        'sysPreferences.save',
        'sysProfile.setLanguage',
        'frontSignIn.setLanguage',
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
      ],
    )
  })
  it('and during a visit: use the rights of the visited company, although the handler reads beyond it', () => {
    expectTitles(
      ({ whileActing }) => whileActing === 'guest',
      [
        'sysComments.list',
        'sysComments.download',
        'sysTags.options',
        'sysTags.ofRow',
        'sysTags.attach',
        'sysTags.detach',
        'frontEnts.applyForRecognition',
        'frontEnts.withdrawApplication',
        'sysUsers.update',
        'sysConsole.find',
        'sysTenant.own',
        'sysTenant.ownUsage',
        'sysTenantPolicies.own',
        'sysWorkbench.read',
        'sysWorkbench.expiries',
        'sysDicts.query',
        'sysAreas.list',
        'sysAreas.path',
        'sysCustomFields.offered',
        'sysJobs.ownJobs',
        'sysJobs.recentJobs',
        'sysJobs.ownJob',
        'sysJobs.pauseOwn',
        'sysJobs.resumeOwn',
        'sysJobs.cancelOwn',
        'sysJobs.undoOwn',
        'sysJobs.result',
        'sysJobs.errors',
        'sysBulks.create',
        'sysBulks.get',
        'sysBulks.rows',
        'sysBulks.apply',
        'sysBulks.passwords',
        'openApps.list',
        'openApps.get',
        'openApps.lock',
        'openApps.unlock',
        'openApps.apis',
        'openApps.calls',
        'openApps.callsHistogram',
        'openApps.call',
        'openApps.stat',
        'openApps.usage',
      ],
    )
  })
  it('and during a visit: are refused, although the visitor holds the permission', () => {
    expectTitles(
      ({ whileActing }) => whileActing === 'never',
      [
        'sysAreas.update',
        'sysIdentityLinks.start',
        'sysIdentityLinks.finish',
        'sysIdentityLinks.remove',
        'sysCompanys.compareFile',
        'sysCompanys.replaceLogo',
        'sysDocs.createLink',
        'sysReviews.create',
        'sysReviews.repeat',
        'sysTenant.exportData',
      ],
    )
  })
  it('and for members whose account belongs to another company: are refused', () => {
    expectTitles(
      ({ homeAccountOnly }) => homeAccountOnly,
      [
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
        'sysIdentityLinks.start',
        'sysIdentityLinks.finish',
        'sysIdentityLinks.remove',
        'frontSignIn.send',
        'frontSignIn.confirm',
        'frontSignIn.pass',
      ],
    )
  })
  it('and never ask for reauthentication: reauthentication itself and leaving a visit', () => {
    expectTitles(
      ({ skipsReauthentication }) => skipsReauthentication,
      ['sysSecurity.sendProofCode', 'sysSecurity.prove', 'sysCompanys.quit'],
    )
  })
  it('state a reason', () => {
    const unexplained = endpoints.filter(({ access }) => 'because' in access && access.because.length < 15)
    expect(unexplained.map(toTitle)).toEqual([])
  })
  it('never run a public endpoint within a company', () => {
    const homeless = endpoints.filter(({ access, reach }) => access.kind === 'public' && reach === 'company')
    expect(homeless.map(toTitle)).toEqual([])
  })
  it('and permitted endpoints stay within one company', () => {
    const wide = endpoints.filter(({ access, reach }) => access.kind === 'permitted' && reach !== 'company')
    expectOnly(wide.map(toTitle), beyondOneCompany)
  })
})
