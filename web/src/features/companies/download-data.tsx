import { companiesContract, type Tenant } from '@atrium/contract/features/companies/companies.contract.ts'
import { Can } from '../../kernel/access/can.tsx'
import { call } from '../../kernel/api/call.ts'
import { DownloadDialog } from '../../kernel/page/download-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/time.tsx'
import { useOpened } from '../../ui/use-opened.tsx'

const { exportData } = companiesContract
const today = () => formatMoment(new Date().toISOString()).slice(0, 10)

/** Gives everything a tenant's companies have, as a file. */
export const DownloadData = ({ tenant: { companyId, companyName } }: { tenant: Tenant }) => {
  const [dialog, open] = useOpened()
  const start = (onClosed: () => void) => (
    <DownloadDialog
      title="下载企业数据"
      sentence={`正在导出“${companyName}”全部公司的数据，每类数据一个文件；密码、密钥等不在其中。`}
      fileName={`企业数据 ${companyName.replaceAll(/[\\/:*?"<>|]/g, '_')} ${today()}.zip`}
      fetchFile={(way) => call(exportData, { params: { id: companyId } }, way)}
      onClosed={onClosed}
    />
  )
  return (
    <Can endpoint={exportData}>
      <Button onClick={() => open(start)}>下载企业数据</Button>
      {dialog}
    </Can>
  )
}
