import { expect, jest, test } from '@jest/globals';
import zlib from 'node:zlib';

test('a body is compressed again after a compression has failed', async () => {
  const gzip = jest.fn((body: Buffer, done: zlib.CompressCallback) => zlib.gzip(body, done));
  gzip.mockImplementationOnce((_body, done) => done(new Error('out of memory'), Buffer.alloc(0)));
  jest.doMock('node:zlib', () => ({ ...zlib, gzip }));
  const { CompressedBody } = await import('./compressed-body.js');
  const body = new CompressedBody('a page');
  await expect(body.in('gzip')).rejects.toThrow('out of memory');
  expect(zlib.gunzipSync(await body.in('gzip')).toString()).toBe('a page');
});
