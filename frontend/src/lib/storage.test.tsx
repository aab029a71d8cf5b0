import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { tabStorage } from './storage';

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

describe('a stored value', () => {
  test('can be read back even if the storage is full', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    tabStorage.write('referrer', 'somebody');
    expect(tabStorage.read('referrer')).toBe('somebody');
  });

  test('can be overwritten and removed even if the storage is full', () => {
    tabStorage.write('referrer', 'somebody');
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    tabStorage.write('referrer', 'somebody else');
    expect(tabStorage.read('referrer')).toBe('somebody else');
    tabStorage.remove('referrer');
    expect(tabStorage.read('referrer')).toBeNull();
  });

  test('is no longer read from memory once a write succeeds after a failed one', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    tabStorage.write('referrer', 'somebody');
    full.mockRestore();
    tabStorage.write('referrer', 'somebody else');
    sessionStorage.clear();
    expect(tabStorage.read('referrer')).toBeNull();
  });
});
