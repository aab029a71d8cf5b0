import { beforeEach, expect, it, jest } from '@jest/globals';
import { HYDRATED, RENDERED_ANEW, replayClicks } from './event-replay';

const BUTTONS = '<button>Connect</button><button>Cancel</button>';

let page: Document;
let clicked: (string | null)[];

beforeEach(() => {
  HTMLElement.prototype.animate = () => ({ cancel: jest.fn() }) as unknown as Animation;
  page = document.implementation.createHTMLDocument();
  page.body.innerHTML = BUTTONS;
  replayClicks(page);
  click('Connect');
  clicked = [];
  page.body.addEventListener('click', ({ target }) => {
    if (target instanceof Element) clicked.push(target.textContent);
  });
});

function click(name: string): void {
  [...page.querySelectorAll('button')].find((each) => each.textContent === name)?.click();
}

function hydrate(): void {
  page.dispatchEvent(new Event(HYDRATED));
}

function renderAnew(): void {
  page.body.innerHTML = BUTTONS;
  page.dispatchEvent(new Event(RENDERED_ANEW));
}

it('repeats a click once React handles clicks', () => {
  hydrate();
  expect(clicked).toEqual(['Connect']);
});

it('repeats a click on the button with which React has replaced the clicked one', () => {
  hydrate();
  renderAnew();
  expect(clicked).toEqual(['Connect', 'Connect']);
});

it('repeats no click on a replaced button after the visitor has clicked again', () => {
  hydrate();
  click('Cancel');
  renderAnew();
  expect(clicked).toEqual(['Connect', 'Cancel']);
});
