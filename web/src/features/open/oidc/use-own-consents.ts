import { oidcContract } from '@atrium/contract/features/open/oidc/oidc.contract.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { t } from '../../../ui/texts.ts'
import { scopeNames } from '../portal-apps/public/scope-names.ts'
import { scopesText } from './scope-words.ts'

export type OwnConsent = {
  key: string
  name: string
  company: string
  learns: string
  time: string
  /** What taking it back does. */
  effect: string
  revoke: () => Promise<unknown>
}

/** What the user has allowed applications: those they sign in to, and those that are opened with a ticket. */
export const useOwnConsents = () => {
  const reads = [useRead(oidcContract.consents, {}), useRead(portalAppsContract.consents, {})] as const
  const ending = useWrite(oidcContract.revokeConsent, { invalidates: [oidcContract.consents] })
  const withdrawing = useWrite(portalAppsContract.consent, { invalidates: [portalAppsContract.consents] })
  const [signIns, tickets] = [reads[0].data, reads[1].data]
  if (!signIns || !tickets) return { data: undefined, failed: reads.find(({ error }) => error !== null) }
  const data: OwnConsent[] = [
    ...signIns.map(({ app, scopes, lastTime }) => ({
      key: `oidc ${app.id}`,
      name: app.name,
      company: app.company,
      learns: scopesText(scopes),
      time: lastTime,
      effect: t('该应用将立即退出登录；下次登录时，会再次询问您。'),
      revoke: () => ending.mutateAsync({ params: { appId: app.id } }),
    })),
    ...tickets.map(({ appId, name, company, scopes, time }) => ({
      key: `ticket ${appId}`,
      name,
      company,
      time,
      learns: listText([t('姓名'), ...scopes.map((scope) => scopeNames[scope])]),
      effect: t('下次打开该应用时，会再次询问您。'),
      revoke: () => withdrawing.mutateAsync({ body: { appId, on: false } }),
    })),
  ]
  return { data, failed: undefined }
}
