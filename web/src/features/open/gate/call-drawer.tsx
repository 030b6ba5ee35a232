import type { CallLogRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { addressText } from '../open-apis/public/open-words.ts'
import { resultNames, resultTones } from './call-words.ts'
import { CallSteps } from './public/call-steps.tsx'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'

/** A logged call: what the gate checked, and what should have been signed. */
export const CallDrawer = ({ appId, row, onClosed }: { appId: string; row: CallLogRow; onClosed: () => void }) => {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(openAppsContract.call, { params: { id: appId, logId: row.id } })
  return (
    <Drawer title={t('调用明细')} width={720} open={isOpen} onClose={() => setOpen(false)} onClosed={onClosed}>
      <ReadState read={read}>
        {(call) => (
          <>
            <Facts
              facts={{
                结果: (
                  <>
                    <Tag tone={resultTones[call.result]}>{resultNames[call.result]}</Tag>{' '}
                    {call.trial && <Tag>{t('调试')}</Tag>}
                  </>
                ),
                请求: <code>{addressText(call)}</code>,
                接口: call.apiName,
                时间: <Time at={call.time} />,
                来源: call.ip,
                客户端: call.agent,
                密钥: call.secretHint && `…${call.secretHint}`,
                'HTTP 状态码': call.status,
                错误码: call.code !== 0 && call.code,
                耗时: `${call.ms} ms`,
                请求体: formatBytes(call.requestBytes),
                [t('返回', { context: 'noun' })]: formatBytes(call.replyBytes),
                追踪号: <code>{call.traceId}</code>,
              }}
            />
            <h3 className="app-section">{t('检查步骤')}</h3>
            <CallSteps steps={call.steps} />
            {call.canonical !== '' && (
              <>
                <h3 className="app-section">
                  {t('待签名内容')} <CopyButton text={call.canonical} what={t('待签名内容')} />
                </h3>
                <pre className="app-canonical">{call.canonical}</pre>
                <p className="open-quiet">
                  {t('请与调用方实际签名的内容逐行比对。手机号和邮箱已脱敏，调用方无法查看。')}
                </p>
              </>
            )}
          </>
        )}
      </ReadState>
    </Drawer>
  )
}
