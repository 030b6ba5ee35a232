import { FolderUp, Upload } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import type { PlacedFile } from './dropped-files.ts'
import { FileChooser } from './file-chooser.tsx'

/** Chooses files, or a folder with all in it, to upload. */
export const UploadTools = ({ onFiles }: { onFiles: (files: readonly PlacedFile[]) => void }) => (
  <>
    <FileChooser label={t('选择文件夹')} choice="folder" onFiles={onFiles}>
      {(choose) => (
        <Button icon={<FolderUp aria-hidden size={16} />} onClick={choose}>
          {t('上传文件夹')}
        </Button>
      )}
    </FileChooser>
    <FileChooser label={t('选择文件')} choice="several" onFiles={onFiles}>
      {(choose) => (
        <Button look="primary" icon={<Upload aria-hidden size={16} />} onClick={choose}>
          {t('上传文件')}
        </Button>
      )}
    </FileChooser>
  </>
)
