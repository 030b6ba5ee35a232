import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { openFolderPlace } from './folder-place.ts'
import type { BackupPlace } from './place.ts'
import { openS3Place } from './s3-place.ts'

const bucketAddress = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,62})(?:\/(?<prefix>.*))?$/

/**
 * Opens the place of backups that an operator names: a folder, or `s3://bucket/prefix`.
 * @throws an Error for the operator
 */
export const openPlace = (
  address: string,
  { backupStore, dataDir }: Pick<Config, 'backupStore' | 'dataDir'>,
): BackupPlace => {
  if (!address.startsWith('s3:')) return openFolderPlace(resolve(address))
  const { bucket, prefix = '' } = bucketAddress.exec(address)?.groups ?? {}
  if (bucket === undefined) throw new Error(tell('“{address}”不是有效的地址，应写成 s3://桶名/前缀', { address }))
  if (backupStore === undefined)
    throw new Error(
      tell(
        '备份到 S3 须设置 BACKUP_S3_ENDPOINT、BACKUP_S3_ACCESS_KEY、BACKUP_S3_SECRET_KEY；不设时使用 S3_ENDPOINT 等',
      ),
    )
  const folder = prefix.replace(/\/*$/, '')
  return openS3Place({ ...backupStore, bucket }, folder === '' ? '' : `${folder}/`, join(dataDir, 'files/incoming'))
}
