import { otherCompany } from '@atrium/contract/kernel/console-errors.ts'
import { useCompanyMismatch } from '../../kernel/api/expected-company.ts'
import { isLeavingPage } from '../../kernel/api/session-switch.ts'
import { PageNotice } from '../../ui/page-notice.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { t } from '../../ui/texts.ts'

/** Shown over the page when the tab's session belongs to another company: calls would be refused. */
export const CompanyChanged = () =>
  useCompanyMismatch(({ other }) => other) &&
  !isLeavingPage() && (
    <PageNotice
      title={t('公司已切换')}
      actions={
        <PlainButton kind="primary" onClick={() => location.reload()}>
          {t('重新加载')}
        </PlainButton>
      }
    >
      {t('{msg}。刚才的操作未执行，页面内容仍然保留，可先复制未保存的文字。', { msg: otherCompany.msg })}
    </PageNotice>
  )
