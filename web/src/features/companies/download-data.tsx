import { companiesContract, type Tenant } from '@atrium/contract/features/companies/companies.contract.ts'
import { ownTenantContract } from '@atrium/contract/features/companies/own-tenant.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ComponentProps } from 'react'
import { Can } from '../../kernel/access/can.tsx'
import { call } from '../../kernel/api/call.ts'
import { DownloadDialog } from '../../kernel/page/download-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/time.tsx'
import { useOpened } from '../../ui/use-opened.tsx'

const today = () => formatMoment(new Date().toISOString()).slice(0, 10)

type DownloadProps = {
  name: string
  /** Whose data it is. */
  whose: string
  may: Endpoint
  fetchFile: ComponentProps<typeof DownloadDialog>['fetchFile']
}
const Download = ({ name, whose, may, fetchFile }: DownloadProps) => {
  const [dialog, open] = useOpened()
  const start = (onClosed: () => void) => (
    <DownloadDialog
      title="下载企业数据"
      sentence={`正在导出${whose}的数据，每类数据一个文件；密码、密钥等不在其中。`}
      fileName={`企业数据 ${name.replaceAll(/[\\/:*?"<>|]/g, '_')} ${today()}.zip`}
      fetchFile={fetchFile}
      onClosed={onClosed}
    />
  )
  return (
    <Can endpoint={may}>
      <Button onClick={() => open(start)}>下载企业数据</Button>
      {dialog}
    </Can>
  )
}

const { exportData: exportTenant } = companiesContract
/** Gives the platform everything a tenant's companies have, as a file. */
export const DownloadTenant = ({ tenant: { companyId: id, companyName: name } }: { tenant: Tenant }) => (
  <Download
    name={name}
    whose={`“${name}”全部公司`}
    may={exportTenant}
    fetchFile={(way) => call(exportTenant, { params: { id } }, way)}
  />
)

const { exportData: exportOwn } = ownTenantContract
/** Gives those who look after a company everything it has, as a file. */
export const DownloadOwnData = ({ name }: { name: string }) => (
  <Download name={name} whose={`“${name}”`} may={exportOwn} fetchFile={(way) => call(exportOwn, {}, way)} />
)
