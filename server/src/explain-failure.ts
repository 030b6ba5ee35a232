import { S3NetworkError, S3ServiceError } from 's3mini'
import { tell } from './kernel/texts/operator-language.ts'

const isNotFolder = (place: string) => tell('{place}不是目录', { place })
/** What the operating system says, by its code; `place` is empty where it does not say of what. */
const systemFailures: Readonly<Record<string, (place: string) => string>> = {
  EACCES: (place) => tell('没有权限访问{place}，请检查所有者和权限', { place }),
  EPERM: (place) => tell('没有权限访问{place}，请检查所有者和权限', { place }),
  EROFS: (place) => tell('{place}所在的文件系统只读', { place }),
  ENOSPC: (place) => tell('{place}所在的磁盘已满', { place }),
  EDQUOT: (place) => tell('{place}所在的磁盘配额已用完', { place }),
  ENOENT: (place) => tell('找不到{place}', { place }),
  ENOTDIR: isNotFolder,
  EEXIST: isNotFolder,
}

const explainAnswer = ({ status, serviceCode }: S3ServiceError): string => {
  const answer = [status, serviceCode].filter(Boolean).join(' ')
  if (status === 401 || status === 403) return tell('S3 存储拒绝访问（{answer}），请检查密钥和权限', { answer })
  if (status === 404) return tell('S3 存储中没有该桶（{answer}），请检查桶名', { answer })
  return tell('S3 存储返回错误（{answer}）', { answer })
}

/** Whether a store did not answer; why stands in the innermost cause. */
const isUnanswered = (error: Error): boolean =>
  error instanceof S3NetworkError || (error instanceof TypeError && error.message === 'fetch failed')
const reasonOf = ({ cause, code, message }: NodeJS.ErrnoException): string =>
  cause instanceof Error ? reasonOf(cause) : (code ?? message)

/**
 * Says to an operator why a command failed: files and S3 stores in a sentence with what to look at, all else as the
 * error says it.
 */
export const explainFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof S3ServiceError) return explainAnswer(error)
  if (isUnanswered(error)) return tell('连接不上 S3 存储（{reason}），请检查地址和网络', { reason: reasonOf(error) })
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  const explain = syscall === undefined ? undefined : systemFailures[code]
  return explain ? explain(path === undefined ? '' : ` ${path} `).trim() : error.message
}
