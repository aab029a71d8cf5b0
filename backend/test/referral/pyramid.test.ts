import { describe, expect, test } from '@jest/globals';
import { Clock } from '../../src/core/clock.js';
import { PyramidRepository } from '../../src/pyramid/pyramid.repository.js';
import { PyramidService } from '../../src/pyramid/pyramid.service.js';
import { ClaimTerm } from '../../src/referral/claim-term.js';
import { pyramidSchema, type Pyramid } from '../../src/pyramid/pyramid.schema.js';
import { Settings } from '../../src/settings.js';
import { insertMany } from '../support/data/insert-many.js';
import { claim } from '../support/api.js';
import { newSigner } from '../support/signer.js';
import { sharedServer } from '../support/shared-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const server = sharedServer({ TRUST_PROXY: '1' });

async function getPyramid(top: string, depth?: number): Promise<Pyramid> {
  const query = depth === undefined ? '' : `&depth=${depth}`;
  const answer = await new Visitor(server.url).send('GET', `/api/pyramid?wallet=${top}${query}`);
  return pyramidSchema.parse(await answer.json());
}

/** Returns a new service, which has no cached counts. */
function pyramids(): PyramidService {
  return new PyramidService(
    new PyramidRepository(server.database.costlyReading.manager),
    new ClaimTerm(new Clock(), new Settings({})),
  );
}

interface Recruitment {
  readonly recruit: string;
  readonly referrer: string;
}

async function claimAll(recruitments: readonly Recruitment[]): Promise<void> {
  const now = new Date().toISOString();
  const known = new Set(recruitments.flatMap(({ recruit, referrer }) => [referrer, recruit]));
  const { writer } = server.database;
  const wallets = Array.from(known, (address) => [address, now]);
  await insertMany(writer, 'wallet (address, joined_at)', wallets);
  const claims = recruitments.map(({ recruit, referrer }) => [recruit, referrer, 'claimed', now]);
  await insertMany(writer, 'referral (recruit, referrer, status, claimed_at)', claims);
}

function crowd(referrer: string, count: number): Recruitment[] {
  return Array.from({ length: count }, (_, index) => ({
    recruit: wallet(`${referrer} ${index}`),
    referrer,
  }));
}

function chain(top: string, length: number): Recruitment[] {
  const links: Recruitment[] = [];
  for (let referrer = top; links.length < length; referrer = wallet(`below ${referrer}`)) {
    links.push({ referrer, recruit: wallet(`below ${referrer}`) });
  }
  return links;
}

describe('GET /api/pyramid', () => {
  test('is empty for an unknown wallet', async () => {
    const stranger = wallet('stranger');
    expect(await getPyramid(stranger)).toEqual({
      wallet: stranger,
      levels: [],
      nodes: [],
      complete: true,
    });
  });

  test('is compressed with Brotli if the client accepts it', async () => {
    const top = wallet('wide top');
    await claimAll(crowd(top, 20));
    const { headers } = await fetch(`${server.url}/api/pyramid?wallet=${top}`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(headers.get('content-encoding')).toBe('br');
  });

  test('lists claimed and proven recruits level by level', async () => {
    const [top, left] = [wallet('top'), wallet('left')];
    await claim(server.url, top, left);
    const right = newSigner();
    await new Visitor(server.url).signIn(right, top);
    const below = newSigner();
    await new Visitor(server.url).signIn(below, right.address);
    await claim(server.url, wallet('elsewhere'), wallet('e1'));

    const { levels, nodes, complete } = await getPyramid(top);

    expect(levels).toEqual([
      { level: 1, recruits: 2, proven: 1, shown: 2 },
      { level: 2, recruits: 1, proven: 1, shown: 1 },
    ]);
    expect(nodes).toEqual([
      { wallet: left, referrer: top, level: 1, status: 'claimed', recruits: 0 },
      { wallet: right.address, referrer: top, level: 1, status: 'proven', recruits: 1 },
      { wallet: below.address, referrer: right.address, level: 2, status: 'proven', recruits: 0 },
    ]);
    expect(complete).toBe(true);
  });

  test('stops at the given depth, and says that there are more levels', async () => {
    const top = wallet('deep');
    await claimAll(chain(top, 12));
    const [two, usual, whole] = await Promise.all([
      getPyramid(top, 2),
      getPyramid(top),
      getPyramid(top, 12),
    ]);
    expect([two.levels.length, two.complete]).toEqual([2, false]);
    expect(two.nodes.at(-1)?.recruits).toBe(1);
    expect([usual.levels.length, usual.complete]).toEqual([10, false]);
    expect([whole.levels.length, whole.complete]).toEqual([12, true]);
  });

  test('lists 5,000 of 6,067 recruits and counts all three levels; the picture draws 1,000', async () => {
    const top = wallet('wide');
    const first = crowd(top, 60);
    const second = first.flatMap(({ recruit }) => crowd(recruit, 100));
    const third = crowd(second.at(-1)?.recruit ?? '', 7);
    await claimAll([...first, ...second, ...third]);

    const { levels, nodes, complete } = await getPyramid(top);

    expect(levels).toEqual([
      { level: 1, recruits: 60, proven: 0, shown: 60 },
      { level: 2, recruits: 6_000, proven: 0, shown: 4_940 },
      { level: 3, recruits: 7, proven: 0, shown: 0 },
    ]);
    const named = new Set([top]);
    for (const node of nodes) {
      expect(named).toContain(node.referrer);
      named.add(node.wallet);
    }
    expect(named.size).toBe(5_001);
    expect(complete).toBe(true);
    // The fake renderer draws a rectangle whose width is the number of recruits that it is given.
    const picture = await new Visitor(server.url).send('GET', `/pyramid/${top}.svg`);
    expect(await picture.text()).toContain('<rect width="1000"');
  });

  test('counts proven recruits that are not listed', async () => {
    const top = newSigner().address;
    const referrer = wallet('proven referrer');
    await claim(server.url, top, referrer);
    for (let index = 0; index < 3; index += 1) {
      await new Visitor(server.url).signIn(newSigner(), referrer);
    }
    await claim(server.url, referrer, wallet('unproven'));
    const bounds = { counted: 100, shown: 2 };
    const { levels, nodes } = await pyramids().below({ wallet: top, depth: 5 }, bounds);
    expect(levels).toEqual([
      { level: 1, recruits: 1, proven: 0, shown: 1 },
      { level: 2, recruits: 4, proven: 3, shown: 1 },
    ]);
    expect(nodes).toHaveLength(2);
  });

  test('counts upper levels first, up to a maximum of wallets, and says whether there are more', async () => {
    const top = wallet('bounded');
    const first = crowd(top, 30);
    const second = first.flatMap(({ recruit }) => crowd(recruit, 4));
    await claimAll([...first, ...second]);
    const count = async (counted: number) => {
      const query = { wallet: top, depth: 50 };
      const { levels, complete } = await pyramids().below(query, { counted, shown: 10 });
      return [levels.map(({ recruits }) => recruits), complete];
    };
    expect(await count(100)).toEqual([[30, 70], false]);
    expect(await count(149)).toEqual([[30, 119], false]);
    expect(await count(150)).toEqual([[30, 120], true]);
    expect(await count(30)).toEqual([[30], false]);
  });

  test('counts a new wallet immediately in a level that is shown in full, but caches the count of a cut level', async () => {
    const top = wallet('growing');
    await claimAll(crowd(top, 5));
    const service = pyramids();
    const recruits = async (shown: number) => {
      const bounds = { counted: 100, shown };
      const { levels } = await service.below({ wallet: top, depth: 1 }, bounds);
      return levels.map((level) => level.recruits);
    };
    expect(await recruits(3)).toEqual([5]);
    await claim(server.url, top, wallet('a sixth'));
    expect(await recruits(10)).toEqual([6]);
    expect(await recruits(3)).toEqual([5]);
  });
});
