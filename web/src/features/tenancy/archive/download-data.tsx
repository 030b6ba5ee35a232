import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DownloadDialog } from '../../../kernel/page/download-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import '../tenants/public/tenancy.css'

const today = () => formatMoment(new Date().toISOString()).slice(0, 10)

const { exportData: exportOwn } = ownTenantContract
const Download = ({ name }: { name: string }) => {
  const [dialog, open] = useOverlay()
  const start = (onClosed: () => void) => (
    <DownloadDialog
      title={t('下载公司数据')}
      description={t('正在导出“{name}”的数据，每类数据一个文件，不含密码、密钥等。', { name })}
      fileName={t('公司数据 {name} {today}.zip', { name: name.replaceAll(/[\\/:*?"<>|]/g, '_'), today: today() })}
      fetchFile={(way) => call(exportOwn, {}, way)}
      onClosed={onClosed}
    />
  )
  return (
    <>
      <Button onClick={() => open(start)}>{t('下载公司数据')}</Button>
      {dialog}
    </>
  )
}

const { exportData: exportTenant } = archiveContract
/** Starts the export of a tenant's data, for the platform. */
export const ExportTenant = ({ tenant: { companyId: id } }: { tenant: Tenant }) => {
  const { mutate, isPending } = useWrite(exportTenant, {
    invalidates: [ownJobsContract.recentJobs],
    onDone: () => toast.success(t('已开始导出，可在右上角“任务”中查看进度并下载')),
  })
  return (
    <Can endpoint={exportTenant}>
      <Button loading={isPending} onClick={() => mutate({ params: { id } })}>
        {t('导出公司数据')}
      </Button>
    </Can>
  )
}

/** Download of a company's own data, for its administrators. */
export const OwnArchive = ({ name }: { name: string }) => (
  <Can endpoint={exportOwn}>
    <h3 className="tenancy-section">{t('公司数据')}</h3>
    <p className="tenancy-lead">
      {t(
        '打包下载本公司的用户、组织、角色、日志等全部数据，不含子公司数据；服务到期后仍可下载，每次下载均记入操作日志。',
      )}
    </p>
    <Download name={name} />
  </Can>
)
