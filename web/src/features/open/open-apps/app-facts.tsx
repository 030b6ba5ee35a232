import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { limitsText } from '../../../shared/open/open-words.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { formatMoment, Time } from '../../../ui/time.tsx'
import { appLabels, kindNames, stateNames, stateTones } from './app-words.ts'
import '../../../shared/open/open.css'
import './open-apps.css'

/** What is known of an application. */
export const AppFacts = ({ app }: { app: OpenAppRow }) => (
  <>
    <Facts
      facts={{
        状态: <Tag tone={stateTones[app.state]}>{stateNames[app.state]}</Tag>,
        锁定原因: app.lock && `${app.lock.reason}（${app.lock.by.name}，${formatMoment(app.lock.time)}）`,
        AppKey: (
          <>
            <code>{app.appKey}</code> <CopyButton text={app.appKey} what="AppKey" />
          </>
        ),
        [appLabels.kind]: kindNames[app.kind],
        [appLabels.ownerId]: app.owner?.name ?? '无（调用将被拒绝）',
        [appLabels.contact]: app.contact,
        [appLabels.home]: app.home,
        [appLabels.networks]: app.networks.length === 0 ? '不限' : app.networks.join('、'),
        [appLabels.rate]: limitsText(app.rate),
        [appLabels.expireTime]: app.expireTime ? <Time at={app.expireTime} /> : '不限',
        [appLabels.desc]: app.desc,
        创建: (
          <>
            <Time at={app.createTime} /> {app.createBy.name}
          </>
        ),
      }}
    />
    <section className="app-signing" aria-labelledby="app-signing-title">
      <h3 id="app-signing-title">签名方式</h3>
      <p>
        每次调用携带请求头 <code>X-App-Key</code>、<code>X-Timestamp</code>（毫秒）、<code>X-Nonce</code>（16-64
        位，每次不同）和 <code>X-Sign</code>。签名为以下六行以换行符连接后，用密钥计算的 HMAC-SHA256，Base64 编码：
      </p>
      <pre>
        {
          '请求方式\n路径\n按名称升序排列的查询参数\n请求体的 SHA-256（十六进制小写，无请求体时按空内容计算）\nX-Timestamp\nX-Nonce'
        }
      </pre>
    </section>
  </>
)
