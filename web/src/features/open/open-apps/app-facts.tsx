import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment, Time } from '../../../ui/time.tsx'
import { useCustomFacts } from '../../system/custom-fields/public/use-custom-facts.ts'
import { limitsText } from '../open-apis/public/open-words.ts'
import { appLabels, kindNames, stateNames, stateTones } from './app-words.ts'
import { LogoField } from './logo-field.tsx'
import { Signing } from './signing.tsx'
import '../open-apis/public/open.css'
import './public/open-apps.css'

/** What is known of an application. */
export const AppFacts = ({ app }: { app: OpenAppRow }) => {
  const isPlatform = useIsPlatform()
  const customFacts = useCustomFacts('openApp', app.custom)
  return (
    <>
      <Facts
        facts={{
          图标: <LogoField app={app} />,
          状态: <Tag tone={stateTones[app.state]}>{stateNames[app.state]}</Tag>,
          锁定原因:
            app.lock &&
            t('{reason}（{name}，{time}）', {
              reason: app.lock.reason,
              name: app.lock.by.name,
              time: formatMoment(app.lock.time),
            }),
          ...(isPlatform && { 公司: app.company.name }),
          AppKey: (
            <>
              <code>{app.appKey}</code> <CopyButton text={app.appKey} what="AppKey" />
            </>
          ),
          [appLabels.kind]: kindNames[app.kind],
          [appLabels.ownerId]: app.owner?.name ?? t('无（调用将被拒绝）'),
          [appLabels.contact]: app.contact,
          [appLabels.home]: app.home,
          [appLabels.networks]: app.networks.length === 0 ? t('不限') : listText(app.networks),
          [appLabels.rate]: limitsText(app.rate),
          [appLabels.expireTime]: app.expireTime ? <Time at={app.expireTime} /> : t('不限'),
          [appLabels.desc]: app.desc,
          [t('创建', { context: 'past' })]: (
            <>
              <Time at={app.createTime} /> {app.createBy.name}
            </>
          ),
        }}
        added={customFacts}
      />
      <Signing />
    </>
  )
}
