import { describe, expect, test } from '@jest/globals';
import type { Pyramid } from '@backend/pyramid/pyramid.schema';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { PyramidView } from './pyramid-view';

const TOP = 'Top1111111111111111111111111111111111111top';

function pyramidOf(recruits: number, undrawn = 0): Pyramid {
  return {
    wallet: TOP,
    levels: [{ level: 1, recruits: recruits + undrawn, proven: 1, shown: recruits }],
    nodes: Array.from({ length: recruits }, (_, index) => ({
      wallet: `Recruit${String(index).padStart(37, '1')}`,
      referrer: TOP,
      level: 1,
      status: index === 0 ? 'proven' : 'claimed',
      recruits: 0,
    })),
    complete: undrawn === 0,
  };
}

function renderPyramid(pyramid: Pyramid): HTMLElement {
  return render(<PyramidView pyramid={pyramid} />, { wrapper: MemoryRouter }).container;
}

function transformOf(container: HTMLElement): string | null {
  return container.querySelector('[data-slot="pyramid"]')?.getAttribute('transform') ?? null;
}

describe('a drawn pyramid', () => {
  test('is described in a sentence and in tables', () => {
    renderPyramid(pyramidOf(3));
    expect(
      screen.getByText('The pyramid of Top1…1top: 3 recruits on 1 level, 1 proven.'),
    ).toBeVisible();
    const levels = screen.getByRole('table', { name: 'Recruits on each level' });
    expect(within(levels).getAllByRole('row')[1]).toHaveTextContent('13120');
    const wallets = screen.getByRole('table', { name: 'Every recruit in the drawing' });
    expect(within(wallets).getAllByRole('row')).toHaveLength(1 + 3);
    expect(within(wallets).getAllByRole('link')[0]).toHaveAttribute(
      'href',
      `/pyramid/Recruit${'0'.padStart(37, '1')}`,
    );
  });

  test('says what it leaves out', () => {
    renderPyramid(pyramidOf(3, 40));
    expect(screen.getByText(/40 recruits are counted but not drawn/)).toBeVisible();
    expect(screen.getByText(/We stopped counting on level 1/)).toBeVisible();
    expect(screen.getByText(/more than 43 recruits/)).toBeVisible();
  });

  test('lists fifty wallets at a time', async () => {
    renderPyramid(pyramidOf(120));
    const wallets = screen.getByRole('table', { name: 'Every recruit in the drawing' });
    await userEvent.click(screen.getByRole('button', { name: 'Show 50 More of 70' }));
    expect(within(wallets).getAllByRole('row')).toHaveLength(1 + 100);
    await userEvent.click(screen.getByRole('button', { name: 'Show 20 More of 20' }));
    expect(within(wallets).getAllByRole('row')).toHaveLength(1 + 120);
    expect(screen.queryByRole('button', { name: /More of/ })).not.toBeInTheDocument();
  });

  test('is zoomed and panned by buttons, and shown whole again', async () => {
    const container = renderPyramid(pyramidOf(3));
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    const zoomed = transformOf(container);
    expect(zoomed).toContain('scale(1.6)');
    await userEvent.click(screen.getByRole('button', { name: 'Pan right' }));
    expect(transformOf(container)).not.toBe(zoomed);
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole pyramid' }));
    expect(transformOf(container)).toBe('translate(0,0) scale(1)');
  });

  test('is zoomed and panned by keys', () => {
    const container = renderPyramid(pyramidOf(3));
    const drawing = screen.getByRole('application');
    fireEvent.keyDown(drawing, { key: '+' });
    const zoomed = transformOf(container);
    expect(zoomed).toContain('scale(1.6)');
    fireEvent.keyDown(drawing, { key: 'ArrowLeft' });
    expect(transformOf(container)).not.toBe(zoomed);
    fireEvent.keyDown(drawing, { key: '0' });
    expect(transformOf(container)).toBe('translate(0,0) scale(1)');
    fireEvent.keyDown(drawing, { key: '+', ctrlKey: true });
    expect(transformOf(container)).toBe('translate(0,0) scale(1)');
  });

  test('of somebody who recruited nobody has one stone and no tables', () => {
    renderPyramid({ wallet: TOP, levels: [], nodes: [], complete: true });
    expect(screen.getByText(/A pyramid of one stone/)).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});
