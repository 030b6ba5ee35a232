import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ComponentProps } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { DownloadDialog } from '../../../kernel/page/download-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatMoment } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import '../../../shared/tenancy/tenancy.css'

const today = () => formatMoment(new Date().toISOString()).slice(0, 10)

type DownloadProps = {
  name: string
  /** Whose data it is, for the message. */
  ownerLabel: string
  may: Endpoint
  fetchFile: ComponentProps<typeof DownloadDialog>['fetchFile']
}
const Download = ({ name, ownerLabel, may, fetchFile }: DownloadProps) => {
  const [dialog, open] = useOverlay()
  const start = (onClosed: () => void) => (
    <DownloadDialog
      title="下载公司数据"
      description={`正在导出${ownerLabel}的数据，每类数据一个文件，不含密码、密钥等。`}
      fileName={`公司数据 ${name.replaceAll(/[\\/:*?"<>|]/g, '_')} ${today()}.zip`}
      fetchFile={fetchFile}
      onClosed={onClosed}
    />
  )
  return (
    <Can endpoint={may}>
      <Button onClick={() => open(start)}>下载公司数据</Button>
      {dialog}
    </Can>
  )
}

const { exportData: exportTenant } = archiveContract
/** Downloads the data of a tenant, for the platform. */
export const DownloadTenant = ({ tenant: { companyId: id, companyName: name } }: { tenant: Tenant }) => (
  <Download
    name={name}
    ownerLabel={`“${name}”全部公司`}
    may={exportTenant}
    fetchFile={(way) => call(exportTenant, { params: { id } }, way)}
  />
)

const { exportData: exportOwn } = ownTenantContract
/** Download of a company's own data, for its administrators. */
export const OwnArchive = ({ name }: { name: string }) => (
  <Can endpoint={exportOwn}>
    <h3 className="tenancy-section">公司数据</h3>
    <p className="tenancy-lead">
      打包下载本公司的用户、组织、角色、日志等全部数据，不含子公司数据；服务到期后仍可下载，每次下载均记入操作日志。
    </p>
    <Download name={name} ownerLabel={`“${name}”`} may={exportOwn} fetchFile={(way) => call(exportOwn, {}, way)} />
  </Can>
)
